package conformance

// rejectFile is json-schema-reject: schemas outside the subset.
type rejectFile struct {
	head
	Cases      []rejectCase       `json:"cases"`
	Structural []rejectStructural `json:"structural,omitzero"`
}

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
	f, err := decode[rejectFile](file)
	if err != nil {
		return nil, err
	}
	var cases []vectorCase
	for _, c := range f.Cases {
		cases = append(cases, vectorCase{id: c.ID, reason: c.Reason, check: c.check})
	}
	for _, c := range f.Structural {
		cases = append(cases, vectorCase{id: c.ID, reason: c.Reason, check: c.check})
	}
	return cases, nil
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
