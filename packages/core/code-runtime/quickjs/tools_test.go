package quickjs_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
)

// toolNames are the tools of the vector files in their order.
var toolNames = []string{"echo", "add", "sleep_ms", "fail", "read_safe", "write_exclusive", "big",
	"snap", "noted", "denied", "my-mcp.tool", "__proto__", "constructor", "depth", "deep_back"}

// toolArgs has every argument that one of the tools takes.
type toolArgs struct {
	Value                          json.RawMessage
	A, B                           *float64
	Ms                             *float64
	Tag, Message, Path, Text, Name string
	Note, Q                        string
	Bytes                          int
}

// tools are the tools of the vector files as plain functions.
func tools(files map[string]string) map[string]coderuntime.Function {
	simple := map[string]func(context.Context, toolArgs) (any, error){
		"add": func(_ context.Context, a toolArgs) (any, error) {
			if a.A == nil || a.B == nil {
				return nil, errors.New("a and b are required")
			}
			return *a.A + *a.B, nil
		},
		"sleep_ms": func(ctx context.Context, a toolArgs) (any, error) {
			err := pause(ctx, a.Ms)
			return cmpOr(a.Tag, "slept"), err
		},
		"fail": func(_ context.Context, a toolArgs) (any, error) {
			return nil, errors.New(a.Message)
		},
		"read_safe": func(ctx context.Context, a toolArgs) (any, error) {
			return readFile(ctx, files, a)
		},
		"write_exclusive": func(ctx context.Context, a toolArgs) (any, error) {
			return json.RawMessage(fmt.Sprintf(`{"path":%q,"bytes":%d}`, a.Path, len(a.Text))),
				pause(ctx, a.Ms)
		},
		"big": func(_ context.Context, a toolArgs) (any, error) {
			return strings.Repeat("x", a.Bytes), nil
		},
		"snap":  func(_ context.Context, a toolArgs) (any, error) { return a.Name, nil },
		"noted": func(_ context.Context, a toolArgs) (any, error) { return a.Note, nil },
		"denied": func(context.Context, toolArgs) (any, error) {
			return nil, errors.New("policy says no")
		},
		"my-mcp.tool": func(_ context.Context, a toolArgs) (any, error) { return "mcp:" + a.Q, nil },
		"__proto__":   func(context.Context, toolArgs) (any, error) { return "proto-tool", nil },
		"constructor": func(context.Context, toolArgs) (any, error) { return "ctor-tool", nil },
	}
	all := map[string]coderuntime.Function{"echo": echoText, "deep_back": echoText,
		"depth": depthText}
	for name, f := range simple {
		all[name] = wrapTool(f)
	}
	return all
}

func wrapTool(f func(context.Context, toolArgs) (any, error)) coderuntime.Function {
	return func(ctx context.Context, argument string) (string, error) {
		var a toolArgs
		if err := json.Unmarshal([]byte(argument), &a); err != nil {
			return "", err
		}
		v, err := f(ctx, a)
		if err != nil {
			return "", err
		}
		text, err := json.Marshal(v)
		return string(text), err
	}
}

// echoText gives back the member value as it was written, without decoding,
// so that depth, order and surrogates survive.
func echoText(_ context.Context, argument string) (string, error) {
	inner, ok := strings.CutPrefix(argument, `{"value":`)
	if !ok {
		return "null", nil
	}
	return strings.TrimSuffix(inner, "}"), nil
}

func depthText(_ context.Context, argument string) (string, error) {
	inner, _ := echoText(context.Background(), argument)
	return strconv.Itoa(strings.Count(inner, "[") + strings.Count(inner, "{")), nil
}

func readFile(ctx context.Context, files map[string]string, a toolArgs) (any, error) {
	if err := pause(ctx, a.Ms); err != nil {
		return nil, err
	}
	if text, ok := files[a.Path]; ok {
		return text, nil
	}
	if strings.HasPrefix(a.Path, "missing") {
		return nil, fmt.Errorf("not found: %s", a.Path)
	}
	return "content of " + a.Path, nil
}

// pause waits like a slow tool, 20 ms unless told otherwise.
func pause(ctx context.Context, ms *float64) error {
	d := 20 * time.Millisecond
	if ms != nil {
		d = time.Duration(*ms * float64(time.Millisecond))
	}
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func cmpOr(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
