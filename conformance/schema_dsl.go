package conformance

import (
	"fmt"
	"slices"
)

// dslCase is a case of dsl-to-json-schema: an authoring form and what it
// compiles to.
type dslCase struct {
	caseHead
	Form   string          `json:"form"`
	Spec   tree            `json:"spec"`
	OK     bool            `json:"ok"`
	Schema tree            `json:"schema,omitzero"`
	Stage  string          `json:"stage,omitzero"`
	Errors []fileViolation `json:"errors,omitzero"`
}

// dslStructural is a case whose form is described: a generated depth, a form
// that shares or contains itself, or one whose member order matters.
type dslStructural struct {
	caseHead
	Build       string          `json:"build,omitzero"`
	Form        string          `json:"form,omitzero"`
	OK          bool            `json:"ok,omitzero"`
	ResultDepth int             `json:"resultDepth,omitzero"`
	Schema      tree            `json:"schema,omitzero"`
	Stage       string          `json:"stage,omitzero"`
	Errors      []fileViolation `json:"errors,omitzero"`

	Upstream              tree      `json:"upstream,omitzero"`
	UpstreamPropertyOrder []string  `json:"upstreamPropertyOrder,omitzero"`
	UpstreamRequired      []string  `json:"upstreamRequired,omitzero"`
	GoRecommended         *dslOrder `json:"goRecommended,omitzero"`
}

// dslOrder is an expected order of members.
type dslOrder struct {
	PropertyOrder []string `json:"propertyOrder"`
	Required      []string `json:"required"`
}

func dslSuite(file []byte) ([]vectorCase, error) {
	lists, cases, err := openFile(file, "cases", "structural")
	cases = append(cases, each(lists["cases"], func(c dslCase) (vectorCase, error) {
		return vectorCase{id: c.ID, reason: c.Reason, check: c.check}, knownForm(c.Form)
	})...)
	cases = append(cases, each(lists["structural"], func(c dslStructural) (vectorCase, error) {
		return vectorCase{id: c.ID, reason: c.Reason, check: c.check}, knownForm(c.Form)
	})...)
	return cases, err
}

func knownForm(form string) error {
	return field{"form", form, []string{"value", "parameters"}}.check()
}

func (c dslCase) check(d Driver) error {
	if err := firstSkip(c.Spec, c.Schema); err != nil {
		return err
	}
	got, err := d.CompileDSL(DSL{Form: c.Form, Spec: c.Spec.value})
	if err != nil {
		return err
	}
	return compareCompiled(got, c.OK, c.Schema, refusal{c.Stage, c.Errors})
}

// refusal is an expected refusal by a stage.
type refusal struct {
	stage  string
	errors []fileViolation
}

func compareCompiled(got Compiled, ok bool, schema tree, want refusal) error {
	if !ok {
		if got.Stage != want.stage {
			return fmt.Errorf(
				"refused at stage %q with %v, want stage %q",
				got.Stage,
				got.Violations,
				want.stage,
			)
		}
		return sameViolations(got.Violations, want.errors)
	}
	if got.Stage != "" {
		return fmt.Errorf("refused at stage %q with %v, want a schema", got.Stage, got.Violations)
	}
	if !schema.set {
		return nil
	}
	compiled, err := parseTree(got.Schema)
	if err != nil {
		return err
	}
	if !sameTree(compiled, schema.value, true) {
		return fmt.Errorf("schema is %s\nwant      %s", got.Schema, textOf(schema.value))
	}
	return nil
}

func (c dslStructural) check(d Driver) error {
	if c.GoRecommended != nil {
		return c.checkOrder(d)
	}
	spec, err := build(c.Build)
	if err != nil {
		return err
	}
	got, err := d.CompileDSL(DSL{Form: c.Form, Spec: spec})
	if err != nil {
		return err
	}
	if err := compareCompiled(got, c.OK, c.Schema, refusal{c.Stage, c.Errors}); err != nil ||
		c.ResultDepth == 0 {
		return err
	}
	compiled, err := parseTree(got.Schema)
	if err != nil {
		return err
	}
	if depth := itemsDepth(compiled); depth != c.ResultDepth {
		return fmt.Errorf("the result has %d levels, want %d", depth, c.ResultDepth)
	}
	return nil
}

// itemsDepth counts the arrays around the innermost node.
func itemsDepth(schema any) (depth int) {
	for {
		node, _ := schema.(*Object)
		inner, ok := node.Get("items")
		if !ok {
			return depth
		}
		schema = inner
		depth++
	}
}

// checkOrder declares the recommended order and looks for it in the result
// (R29): declaration order is kept, whatever the names look like.
func (c dslStructural) checkOrder(d Driver) error {
	upstream, _ := c.Upstream.value.(*Object)
	properties, _ := upstream.Get("properties")
	nodes, _ := properties.(*Object)
	spec := &Object{}
	for _, name := range c.GoRecommended.PropertyOrder {
		v, _ := nodes.Get(name)
		node, _ := v.(*Object)
		if node == nil {
			return fmt.Errorf("upstream has no property %q", name)
		}
		member := &Object{Members: slices.Clone(node.Members)}
		if slices.Contains(c.GoRecommended.Required, name) {
			member.Set("required", true)
		}
		spec.Set(name, member)
	}
	got, err := d.CompileDSL(DSL{Form: "parameters", Spec: spec})
	if err != nil {
		return err
	}
	compiled, err := parseTree(got.Schema)
	if err != nil {
		return err
	}
	return c.GoRecommended.compare(compiled)
}

func (o *dslOrder) compare(compiled any) error {
	schema, _ := compiled.(*Object)
	v, _ := schema.Get("properties")
	properties, _ := v.(*Object)
	if properties == nil || !slices.Equal(properties.Names(), o.PropertyOrder) {
		return fmt.Errorf(
			"schema is %s, want properties in the order %q",
			textOf(compiled),
			o.PropertyOrder,
		)
	}
	required, _ := schema.Get("required")
	want := make([]any, len(o.Required))
	for i, name := range o.Required {
		want[i] = name
	}
	if !sameTree(required, want, true) {
		return fmt.Errorf("required is %s, want %q", textOf(required), o.Required)
	}
	return nil
}
