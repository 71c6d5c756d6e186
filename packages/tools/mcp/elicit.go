package mcp

import (
	"context"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Elicitor answers questions that servers ask the user while they serve a call.
// Without one, servers are told that they cannot ask.
type Elicitor interface {
	// Elicit returns the user's answer. It must return soon after ctx is done.
	Elicit(ctx context.Context, q Question) (Answer, error)
}

// Question is what a server asks.
type Question struct {
	// Server is who asks, Message the question.
	Server, Message string
	// Schema is the JSON Schema of the answer, a flat object, as decoded JSON; nil
	// for a plain confirmation.
	Schema any
}

// Answer is what the user said.
type Answer struct {
	// Action is "accept", "decline" or "cancel"; anything else reads as cancel.
	Action string
	// Content is the filled form of an accepted question. Members that are
	// missing get the defaults of the schema.
	Content map[string]any
}

// elicitation is the SDK's form of an elicitor.
type elicitation = func(context.Context, *sdk.ElicitRequest) (*sdk.ElicitResult, error)

func elicitHandler(server string, e Elicitor) elicitation {
	return func(ctx context.Context, r *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
		if r.Params.URL != "" { // we open no addresses for servers
			return &sdk.ElicitResult{Action: "decline"}, nil
		}
		a, err := e.Elicit(ctx, Question{
			Server: server, Message: r.Params.Message, Schema: r.Params.RequestedSchema,
		})
		if err != nil {
			return nil, err
		}
		switch a.Action {
		case "accept":
			if a.Content == nil {
				a.Content = map[string]any{}
			}
			return &sdk.ElicitResult{Action: a.Action, Content: a.Content}, nil
		case "decline":
			return &sdk.ElicitResult{Action: a.Action}, nil
		}
		return &sdk.ElicitResult{Action: "cancel"}, nil
	}
}
