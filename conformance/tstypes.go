package conformance

import "fmt"

// typeCase is a case of ts-types: a schema and the TypeScript text that models
// read.
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
	lists, cases, err := openFile(file, "cases", "sdk")
	cases = append(cases, each(lists["cases"], func(c typeCase) (vectorCase, error) {
		return vectorCase{id: c.ID, reason: c.Reason, check: c.check}, nil
	})...)
	cases = append(cases, each(lists["sdk"], func(c sdkCase) (vectorCase, error) {
		return vectorCase{id: c.ID, reason: c.Reason, check: c.check}, nil
	})...)
	return cases, err
}

func (c typeCase) check(d Driver) error {
	if err := firstSkip(c.Schema); err != nil {
		return err
	}
	got, err := d.TypeText(c.Schema.value, c.Indent)
	if err != nil {
		return err
	}
	if want := exactDigits(c.Schema.value, c.TS); got != want {
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
