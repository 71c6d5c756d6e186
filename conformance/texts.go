package conformance

import (
	"slices"
	"strings"
)

// fixedTexts are the words of fixtures that the format fixes.
func fixedTexts() []string {
	return []string{
		"no such luck", "sure?", "gate fell over", "guarded", "guard broke", "wrapper fell over",
		"wrapper fell over late", "wrapper says no", "disk on fire", "quota gone", "plain text", "record message",
		"render broke", "meta broke", "post says no", "blocked!", "finalizer broke", "",
	}
}

// ownTexts are how the messages of a tool layer itself begin.
func ownTexts() []string {
	return []string{
		"tool call ", `tool "`, "unknown tool ", "invalid arguments: ", "tool execution arguments ",
		"tool result ", "tools/post-execute ", "the user rejected ", "approval for tool ", "<unprintable ",
	}
}

// openTexts finds the words of the fixtures whose words the format leaves open:
// what a case expects to see, it must have put in.
func openTexts(s *Scenario, w *callExpect) Texts {
	t := Texts{
		Failure: "the fixture failed",
		Name:    "HarnessError",
		Content: []string{"fixture content"},
	}
	message := deref(w.Message)
	own := slices.ContainsFunc(
		ownTexts(),
		func(prefix string) bool { return strings.HasPrefix(message, prefix) },
	)
	if !slices.Contains(fixedTexts(), message) &&
		(!own || s.Body == "throw-opaque" && message == unprintable) {
		t.Failure = message
	}
	if deref(w.Code) == "BUSY" && w.ErrorName != nil {
		t.Name = *w.ErrorName
	}
	if len(w.Content) > 0 {
		t.Content = w.Content
	}
	if s.Post == "block-two" && len(w.Content) != 3 {
		t.Content = []string{"first", "[image]", "second"}
	}
	return t
}

const unprintable = "<unprintable thrown value>"
