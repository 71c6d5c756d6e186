package conformance

import (
	"fmt"
	"strings"
)

const kindOneOf = "oneOf"

// acceptCase is a case of json-schema-accept: a value against a schema of the
// subset.
type acceptCase struct {
	caseHead
	Schema     tree            `json:"schema"`
	Value      tree            `json:"value"`
	RootPath   *string         `json:"rootPath,omitzero"`
	Valid      bool            `json:"valid"`
	Violations []fileViolation `json:"violations"`
}

// depthCase is a case whose schema and value are described, not written out.
type depthCase struct {
	caseHead
	Build       string          `json:"build,omitzero"`
	SchemaBuild string          `json:"schemaBuild,omitzero"`
	ValueBuild  string          `json:"valueBuild,omitzero"`
	Depth       int             `json:"depth,omitzero"`
	RootPath    *string         `json:"rootPath,omitzero"`
	Valid       bool            `json:"valid"`
	Violations  []fileViolation `json:"violations,omitzero"`
}

// fileViolation is an expected violation.
type fileViolation struct {
	Path    string `json:"path"`
	Kind    string `json:"kind"`
	Name    string `json:"name,omitzero"`
	Matched *int   `json:"matched,omitzero"`
}

func acceptSuite(file []byte) ([]vectorCase, error) {
	lists, cases, err := openFile(file, "cases", "depthCases")
	cases = append(cases, each(lists["cases"], func(c acceptCase) (vectorCase, error) {
		return vectorCase{id: c.ID, reason: c.Reason, check: c.check}, consistent(c.Valid, c.Violations)
	})...)
	cases = append(cases, each(lists["depthCases"], func(c depthCase) (vectorCase, error) {
		return vectorCase{id: c.ID, reason: c.Reason, check: c.check}, nil
	})...)
	return cases, err
}

func consistent(valid bool, violations []fileViolation) error {
	if valid != (len(violations) == 0) {
		return fmt.Errorf("valid is %v with %d violations", valid, len(violations))
	}
	return nil
}

func root(given *string) string {
	if given == nil {
		return "value"
	}
	return *given
}

func (c acceptCase) check(d Driver) error {
	if err := firstSkip(c.Schema, c.Value); err != nil {
		return err
	}
	want := exactLiterals(c.Schema.value, c.Value.value, root(c.RootPath), c.Violations)
	return checkValue(d, c.Schema.value, c.Value.value, root(c.RootPath), want)
}

func firstSkip(trees ...tree) error {
	for _, t := range trees {
		if t.skip != nil {
			return t.skip
		}
	}
	return nil
}

// checkValue validates and compares what the format lists, and the text of each
// message where the rules fix its form (R33).
func checkValue(d Driver, schema, value any, root string, want []fileViolation) error {
	got, err := d.Validate(schema, value, root)
	if err != nil {
		return err
	}
	if err := sameViolations(got, want); err != nil {
		return err
	}
	for _, v := range got {
		if form := messageForm(v); v.Message != "" && !strings.HasPrefix(v.Message, form) {
			return fmt.Errorf("message of %v is %q: it should begin with %q", v, v.Message, form)
		}
	}
	return nil
}

// messageForm is how the message of a violation of a value begins.
func messageForm(v Violation) string {
	switch v.Kind {
	case "missing":
		return fmt.Sprintf(`missing required property "%s"`, v.Path)
	case "undeclared":
		return fmt.Sprintf(`"%s" is not a declared property (additionalProperties: false)`, v.Path)
	case "enum":
		return fmt.Sprintf(`"%s" must be one of [`, v.Path)
	case "non-finite":
		return fmt.Sprintf(`"%s" must be a finite JSON number`, v.Path)
	case kindOneOf:
		return fmt.Sprintf(`"%s" must match exactly one oneOf branch (matched %d)`, v.Path, v.Matched)
	}
	return fmt.Sprintf(`"%s" must be `, v.Path)
}

// sameViolations compares in order.
func sameViolations(got []Violation, want []fileViolation) error {
	if len(got) != len(want) {
		return fmt.Errorf("violations are %v, want %s", got, violationsText(want))
	}
	for i, w := range want {
		g := got[i]
		if g.Path != w.Path || g.Kind != w.Kind || w.Name != "" && g.Name != w.Name ||
			w.Matched != nil && g.Matched != *w.Matched {
			return fmt.Errorf("violations are %v, want %s", got, violationsText(want))
		}
	}
	return nil
}

func violationsText(list []fileViolation) string {
	texts := make([]string, len(list))
	for i, v := range list {
		texts[i] = v.Path + " " + v.Kind
		if v.Name != "" {
			texts[i] += " (" + v.Name + ")"
		}
		if v.Matched != nil {
			texts[i] += fmt.Sprintf(" (matched %d)", *v.Matched)
		}
	}
	return "[" + strings.Join(texts, ", ") + "]"
}

func (c depthCase) check(d Driver) error {
	schema, value, err := c.build()
	if err != nil {
		return err
	}
	got, err := d.Validate(schema, value, root(c.RootPath))
	if err != nil {
		return err
	}
	if c.Violations == nil {
		if c.Valid != (len(got) == 0) {
			return fmt.Errorf("valid is %v (%d violations), want %v", len(got) == 0, len(got), c.Valid)
		}
		return nil
	}
	return sameViolations(got, c.Violations)
}
