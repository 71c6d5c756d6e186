package scripted

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
)

// Load reads a script from a file. All failures have [CodeScript]; what is wrong with the
// text is told as by [Parse], with the file's name.
func Load(path string) (*Script, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, &llm.Error{Code: CodeScript, Message: "the script cannot be read", Err: err}
	}
	s, err := Parse(text)
	if err != nil {
		return nil, &llm.Error{Code: CodeScript, Message: path, Err: err}
	}
	return s, nil
}

// Parse reads a script and checks it. Unknown members are errors. All failures have
// [CodeScript], and their message has the place and what would be right.
func Parse(text []byte) (*Script, error) {
	if _, err := jsonvalue.Parse(text); err != nil {
		return nil, &llm.Error{Code: CodeScript, Message: "script", Err: err}
	}
	var s Script
	if err := json.Unmarshal(text, &s, json.RejectUnknownMembers(true)); err != nil {
		return nil, misfit(text, err)
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	return &s, nil
}

// misfit words what does not fit the format.
func misfit(text []byte, err error) error {
	semantic, ok := errors.AsType[*json.SemanticError](err)
	if !ok {
		return &llm.Error{Code: CodeScript, Message: "script", Err: err}
	}
	before := text[:min(semantic.ByteOffset, int64(len(text)))]
	line := strings.Count(string(before), "\n") + 1
	reason := "does not fit the format"
	if errors.Is(err, json.ErrUnknownName) {
		reason = "is no member of the format"
	}
	return failure(CodeScript, "script, line %d: %q %s", line, semantic.JSONPointer, reason)
}

// Default returns the script that serves when nothing else is chosen: it answers every
// request with a text that says how to choose a model.
func Default() *Script {
	s, err := Parse(defaultScript)
	if err != nil {
		// Unreachable: a test parses the embedded text.
		return &Script{Version: Version, Name: "default"}
	}
	return s
}

//go:embed default.json
var defaultScript []byte

// check finds what the types do not say.
func (s *Script) check() error {
	if s.Version != Version {
		return failure(CodeScript, "script: version is %d, this program reads %d", s.Version, Version)
	}
	if err := checkTurns("", s.Turns, s.Then); err != nil {
		return err
	}
	if len(s.Turns) == 0 && len(s.Conversations) == 0 {
		return failure(CodeScript, "script: it has no turns")
	}
	for i, c := range s.Conversations {
		at := fmt.Sprintf("/conversations/%d", i)
		if (len(c.When) == 0) == (c.Is == nil) {
			return failure(CodeScript, "script: %s must have either when or is: "+
				"what its first user message contains or is", at)
		}
		if len(c.Turns) == 0 {
			return failure(CodeScript, "script: %s has no turns", at)
		}
		if err := checkTurns(at, c.Turns, c.Then); err != nil {
			return err
		}
	}
	return nil
}

func checkTurns(at string, turns []Turn, then string) error {
	if then != "" && then != ThenFail && then != ThenRepeat {
		return failure(CodeScript, "script: %s/then is %q: it is fail or repeat", at, then)
	}
	for i := range turns {
		if reason := turns[i].misfit(); reason != "" {
			return failure(CodeScript, "script: %s/turns/%d %s", at, i, reason)
		}
	}
	return nil
}

func (t *Turn) misfit() string {
	switch {
	case (t.Respond == nil) == (t.Fail == nil):
		return "must have either respond or fail"
	case t.Expect != nil && t.Expect.Role != "" && !t.Expect.Role.IsValid():
		return fmt.Sprintf("expects the role %q: it is user, assistant or tool", t.Expect.Role)
	case t.Fail != nil:
		return t.Fail.misfit()
	}
	return t.Respond.misfit()
}

func (f *Fail) misfit() string {
	switch {
	case f.Code == "":
		return "fails without a code"
	case f.RetryAfterMs < 0:
		return "asks to wait a negative time"
	}
	return ""
}

func (r *Respond) misfit() string {
	switch r.FinishReason {
	case "", llm.FinishStop, llm.FinishToolCalls, llm.FinishMaxTokens,
		llm.FinishRefused, llm.FinishOther:
	default:
		return fmt.Sprintf("has the finishReason %q: it is stop, tool-calls, max-tokens, "+
			"refused or other", r.FinishReason)
	}
	for i, c := range r.ToolCalls {
		switch c.Arguments.Kind() {
		case jsonvalue.KindAbsent, jsonvalue.KindObject, jsonvalue.KindString:
		default:
			return fmt.Sprintf("has a tool call %d whose arguments are of kind %s: "+
				"they are an object or a string", i, c.Arguments.Kind())
		}
	}
	return ""
}
