package conformance

// rejectCase is a case of json-schema-reject: a schema outside the subset.
type rejectCase struct {
	caseHead
	Schema     tree            `json:"schema"`
	ObjectRoot bool            `json:"objectRoot,omitzero"`
	Violations []fileViolation `json:"violations"`
}

// rejectStructural is a case whose schema shares or contains itself, so that it
// is described as a small program; see [build].
type rejectStructural struct {
	caseHead
	SchemaBuild string          `json:"schemaBuild"`
	ObjectRoot  bool            `json:"objectRoot,omitzero"`
	Violations  []fileViolation `json:"violations"`
}

func rejectSuite(file []byte) ([]vectorCase, error) {
	lists, cases, err := openFile(file, "cases", "structural")
	cases = append(cases, each(lists["cases"], func(c rejectCase) (vectorCase, error) {
		return vectorCase{id: c.ID, reason: c.Reason, check: c.check}, nil
	})...)
	cases = append(cases, each(lists["structural"], func(c rejectStructural) (vectorCase, error) {
		return vectorCase{id: c.ID, reason: c.Reason, check: c.check}, nil
	})...)
	return cases, err
}

func (c rejectCase) check(d Driver) error {
	if err := firstSkip(c.Schema); err != nil {
		return err
	}
	got, err := d.CheckSchema(c.Schema.value, c.ObjectRoot)
	if err != nil {
		return err
	}
	return sameViolations(got, c.Violations)
}

func (c rejectStructural) check(d Driver) error {
	schema, err := build(c.SchemaBuild)
	if err != nil {
		return err
	}
	got, err := d.CheckSchema(schema, c.ObjectRoot)
	if err != nil {
		return err
	}
	return sameViolations(got, c.Violations)
}
