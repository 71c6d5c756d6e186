package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/mcp/internal/exact"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// errTimeout is the cause of a call's own deadline, told apart from the
// caller's.
var errTimeout = errors.New("timeout")

// call calls a tool and returns the server's result as it came. When ctx ends
// the server is told so and the call returns at once: whether the server stops
// is in its hands.
func (g *generation) call(
	ctx context.Context, x *tools.Exec, name string, args jsonvalue.Value,
) (jsonvalue.Value, error) {
	bounded, cancel := context.WithTimeoutCause(ctx, g.timeout, errTimeout)
	defer cancel()
	bounded, lose := context.WithCancelCause(bounded)
	defer context.AfterFunc(g.over, func() { lose(context.Cause(g.over)) })()
	defer lose(nil)
	token, stop := g.follow(x)
	defer stop()
	if args.Kind() != jsonvalue.KindObject {
		args = jsonvalue.NewObject()
	}
	params := &sdk.CallToolParams{
		Meta: sdk.Meta{"progressToken": token}, Name: name, Arguments: json.RawMessage(args.Text()),
	}
	result, err := g.session.CallTool(bounded, params)
	if err != nil {
		return jsonvalue.Value{}, g.failure(ctx, bounded, name, err)
	}
	text, ok := exact.Take(result.Meta)
	if !ok {
		return jsonvalue.Value{}, g.fail(CodeBadResult, "the answer to "+name+" is no tool result", nil)
	}
	v, err := jsonvalue.ParseString(text)
	if err != nil {
		return v, g.fail(CodeBadResult, "the answer to "+name+" cannot be kept exactly", err)
	}
	return v, nil
}

func (g *generation) fail(code Code, message string, err error) *Error {
	return &Error{Code: code, Server: g.server, Message: message, Err: err}
}

// failure says why there is no result.
func (g *generation) failure(caller, bounded context.Context, name string, err error) error {
	rejected, isRejected := errors.AsType[*jsonrpc.Error](err)
	switch {
	case caller.Err() != nil:
		return caller.Err()
	case g.over.Err() != nil:
		return g.fail(CodeConnectionLost,
			"the connection ended while "+name+" ran; whether it was done is unknown", context.Cause(g.over))
	case errors.Is(context.Cause(bounded), errTimeout):
		return g.fail(CodeTimeout, fmt.Sprintf(
			"%s did not answer within %v: raise toolCallTimeoutMs if it needs longer", name, g.timeout), nil)
	case isRejected:
		return g.fail(CodeRejected, "refused "+name, plainError(rejected.Message))
	}
	return g.fail(CodeConnectionLost, "no answer to "+name, err)
}
