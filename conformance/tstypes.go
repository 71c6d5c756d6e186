package conformance

import "fmt"

// typesFile is ts-types: schemas and the TypeScript text that models read.
type typesFile struct {
	head
	Cases []typeCase `json:"cases"`
	SDK   []sdkCase  `json:"sdk,omitzero"`
}

type typeCase struct {
	caseHead
	Schema tree   `json:"schema"`
	Indent int    `json:"indent,omitzero"`
	TS     string `json:"ts"`
}

type sdkCase struct {
	caseHead
	Tools        []sdkTool `json:"tools"`
	Declarations string    `json:"declarations"`
}

type sdkTool struct {
	Name        string `json:"name"`
	Description string `json:"description,omitzero"`
	Parameters  tree   `json:"parameters"`
	Output      tree   `json:"output"`
}

func typesSuite(file []byte) ([]vectorCase, error) {
	f, err := decode[typesFile](file)
	if err != nil {
		return nil, err
	}
	var cases []vectorCase
	for _, c := range f.Cases {
		cases = append(cases, vectorCase{id: c.ID, reason: c.Reason, check: c.check})
	}
	for _, c := range f.SDK {
		cases = append(cases, vectorCase{id: c.ID, reason: c.Reason, check: c.check})
	}
	return cases, nil
}

func (c typeCase) check(d Driver) error {
	if err := firstSkip(c.Schema); err != nil {
		return err
	}
	got, err := d.TypeText(c.Schema.value, c.Indent)
	if err != nil {
		return err
	}
	if want := exactTypeText(c.Schema.value, c.TS); got != want {
		return fmt.Errorf("type is\n%s\nwant\n%s", got, want)
	}
	return nil
}

func (c sdkCase) check(d Driver) error {
	tools := make([]DeclaredTool, len(c.Tools))
	for i, t := range c.Tools {
		if err := firstSkip(t.Parameters, t.Output); err != nil {
			return err
		}
		tools[i] = DeclaredTool{t.Name, t.Description, t.Parameters.value, t.Output.value}
	}
	got, err := d.Declarations(tools)
	if err != nil {
		return err
	}
	if got != c.Declarations {
		return fmt.Errorf("declarations are\n%s\nwant\n%s", got, c.Declarations)
	}
	return nil
}
