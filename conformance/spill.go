package conformance

import (
	"errors"
	"fmt"
	"strings"
)

// Spill is one settled call under the policy that keeps long results out of the
// conversation.
type Spill struct {
	// MaxInlineBytes is the policy's limit; nil switches it off.
	MaxInlineBytes *int
	Tool           string
	// Nested makes another call issue this one; Session is whose call it is,
	// empty without an owner.
	Nested  bool
	Session string
	// Store is "ok", "missing" or "fails", Locator and Hint its reply.
	Store, Locator, Hint string
	// Content are the result's blocks: texts, or "[image]".
	Content []string
	// Decision is what a policy further in decides: "accept", "block" (with the
	// content), "value-replaced" or "content-replaced" (by Replacement).
	Decision    string
	Replacement []string
}

// SpillOutcome is what came of a [Spill].
type SpillOutcome struct {
	// Content are the blocks that the model reads.
	Content []string
	// Saved is the number of bytes that the store got; Warned reports a warning in
	// the log.
	Saved  int
	Warned bool
}

type spillCase struct {
	caseHead
	Kind   string `json:"kind"`
	Config tree   `json:"config,omitzero"`
	Call   struct {
		Tool        string       `json:"tool"`
		Nested      bool         `json:"nested"`
		Session     *string      `json:"session"`
		Store       string       `json:"store"`
		Decision    string       `json:"decision"`
		Replacement []spillBlock `json:"replacement,omitzero"`
	} `json:"call,omitzero"`
	Content []spillBlock `json:"content,omitzero"`
	Reply   struct {
		Locator string `json:"locator"`
		Hint    string `json:"retrievalHint"`
	} `json:"store_reply,omitzero"`
	Name    *string `json:"name,omitzero"`
	Session *string `json:"session,omitzero"`
	Expect  struct {
		Replaced   bool    `json:"replaced,omitzero"`
		Text       *string `json:"text,omitzero"`
		Bytes      *int    `json:"bytes,omitzero"`
		Omitted    *int    `json:"omitted,omitzero"`
		HeadBudget *int    `json:"head_budget,omitzero"`
		TailBudget *int    `json:"tail_budget,omitzero"`
		SavedBytes *int    `json:"saved_bytes,omitzero"`
		Warning    bool    `json:"warning,omitzero"`
		Load       string  `json:"load,omitzero"`
		Segment    *string `json:"segment,omitzero"`
		Directory  *string `json:"directory,omitzero"`
	} `json:"expect"`
}

// spillBlock is a block of content, given whole or in parts.
type spillBlock struct {
	Type       string `json:"type"`
	Text       string `json:"text,omitzero"`
	Attachment string `json:"attachment,omitzero"`
	Parts      []struct {
		Repeat string `json:"repeat,omitzero"`
		Times  int    `json:"times,omitzero"`
		Text   string `json:"text,omitzero"`
	} `json:"parts,omitzero"`
}

func blocks(list []spillBlock) []string {
	labels := []string{}
	for _, b := range list {
		if b.Type != "text" {
			labels = append(labels, "["+b.Type+"]")
			continue
		}
		text := b.Text
		for _, p := range b.Parts {
			text += p.Text + strings.Repeat(p.Repeat, p.Times)
		}
		labels = append(labels, text)
	}
	return labels
}

func spillSuite(file []byte) ([]vectorCase, error) {
	lists, cases, err := openFile(file, "cases")
	return append(cases, each(lists["cases"], func(c spillCase) (vectorCase, error) {
		return vectorCase{id: c.ID, reason: c.Reason, check: c.check}, errors.Join(
			field{"kind", c.Kind, []string{"policy", "config", "encode", "session-dir"}}.check(),
			field{"store", c.Call.Store, []string{"ok", "missing", "fails"}}.check(),
			field{
				"decision",
				c.Call.Decision,
				[]string{"accept", "block", "value-replaced", "content-replaced"},
			}.check(),
			field{"load", c.Expect.Load, []string{"error", "ok"}}.check(),
		)
	})...), err
}

func (c spillCase) check(d Driver) error {
	if err := firstSkip(c.Config); err != nil {
		return err
	}
	switch c.Kind {
	case "config":
		refusal, err := d.SpillConfig(c.Config.value)
		if err == nil && (refusal != nil) != (c.Expect.Load == "error") {
			err = fmt.Errorf("loading ended with %v, want %s", refusal, c.Expect.Load)
		}
		return err
	case "encode":
		return compareName(d.SpillSegment(deref(c.Name)))(deref(c.Expect.Segment))
	case "session-dir":
		return compareName(d.SpillDirectory(deref(c.Session)))(deref(c.Expect.Directory))
	}
	got, err := d.Spill(c.spill())
	if err != nil {
		return err
	}
	return c.compare(got)
}

func compareName(got string, err error) func(want string) error {
	return func(want string) error {
		if err == nil && got != want {
			err = fmt.Errorf("name is %q, want %q", got, want)
		}
		return err
	}
}

func (c spillCase) spill() Spill {
	s := Spill{
		Tool: c.Call.Tool, Nested: c.Call.Nested, Session: deref(c.Call.Session), Store: c.Call.Store,
		Locator: c.Reply.Locator, Hint: c.Reply.Hint, Content: blocks(c.Content),
		Decision: c.Call.Decision, Replacement: blocks(c.Call.Replacement),
	}
	config, _ := c.Config.value.(*Object)
	if v, ok := config.Get("maxInlineBytes"); ok {
		if n, ok := v.(Number); ok {
			limit := int(double(n))
			s.MaxInlineBytes = &limit
		}
	}
	return s
}

func (c spillCase) compare(got SpillOutcome) error {
	var wrong mismatches
	want := blocks(c.Content)
	switch {
	case c.Expect.Replaced:
		want = []string{deref(c.Expect.Text)}
		expect(&wrong, "bytes", len(strings.Join(got.Content, "")), c.Expect.Bytes)
	case c.Call.Decision == "content-replaced":
		want = blocks(c.Call.Replacement)
	}
	wrong.list("content", dropEmpty(got.Content), dropEmpty(want))
	if c.Expect.SavedBytes != nil {
		wrong.add("saved_bytes", got.Saved, *c.Expect.SavedBytes)
	}
	wrong.add("warning", got.Warned, c.Expect.Warning)
	return wrong.err()
}

// dropEmpty leaves out empty texts, which content need not keep.
func dropEmpty(list []string) []string {
	var kept []string
	for _, s := range list {
		if s != "" {
			kept = append(kept, s)
		}
	}
	return kept
}
