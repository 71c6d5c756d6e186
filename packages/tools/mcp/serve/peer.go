package serve

import (
	"context"
	"encoding/json"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Peer is the client whose call a body serves, or whose agent is made: what tools and
// policies that ask or tell people something use, with the context of a call of that
// client. Safe for concurrent use; useless after the client's session.
type Peer struct{ s *session }

type peerKey struct{}

// PeerOf returns the client whose call ctx belongs to, and false for a call that
// came another way.
func PeerOf(ctx context.Context) (*Peer, bool) {
	p, ok := ctx.Value(peerKey{}).(*Peer)
	return p, ok
}

func (s *session) withPeer(ctx context.Context) context.Context {
	return context.WithValue(ctx, peerKey{}, &Peer{s})
}

// CanElicit reports whether the client's user can be asked.
func (p *Peer) CanElicit() bool { return canElicit(p.s.client.InitializeParams()) }

// Answer is what the client's user said.
type Answer struct {
	// Action is "accept", "decline" or "cancel".
	Action string
	// Content is the filled form of an accepted question, an object that satisfies
	// its schema; absent otherwise.
	Content jsonvalue.Value
}

// Elicit asks the client's user. The schema is that of the form, a flat object;
// absent for a plain confirmation. It fails where the client cannot be asked.
func (p *Peer) Elicit(ctx context.Context, message string, schema jsonvalue.Value) (Answer, error) {
	if schema.IsAbsent() {
		schema = jsonvalue.NewObject(
			jsonvalue.Member{Name: "type", Value: jsonvalue.String("object")},
			jsonvalue.Member{Name: "properties", Value: jsonvalue.NewObject()},
		)
	}
	r, err := p.s.client.Elicit(ctx, &sdk.ElicitParams{
		Mode: "form", Message: message, RequestedSchema: json.RawMessage(schema.Text()),
	})
	if err != nil {
		return Answer{}, err
	}
	a := Answer{Action: r.Action}
	if r.Action == "accept" {
		a.Content, err = jsonvalue.Marshal(r.Content)
	}
	return a, err
}

// Log sends a log message, if the client asked for messages of this level:
// debug, info, notice, warning, error, critical, alert or emergency.
func (p *Peer) Log(ctx context.Context, level, message string) error {
	//lint:ignore SA1019 the protocol versions that are served have log messages
	return p.s.client.Log(ctx, &sdk.LoggingMessageParams{Level: sdk.LoggingLevel(level), Data: message})
}
