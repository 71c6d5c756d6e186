package scripted

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/dsh-go/dsh/packages/core/llm"
)

// Player is the [llm.Model] that plays a [Script]. It is safe for concurrent use. Its
// place in the script is where a request's history is: after as many answers as that has,
// and after the turns without an answer that it played to this conversation before. So
// one player serves many conversations, and one that was begun before a restart goes on.
type Player struct {
	script *Script
	pace   time.Duration

	mu     sync.Mutex
	played map[string]int // how far each conversation has come
}

// NewPlayer returns a player at the beginning of the script. pace is how long to wait
// between the pieces of an answer, for people who watch; 0 does not wait.
func NewPlayer(script *Script, pace time.Duration) *Player {
	return &Player{script: script, pace: pace, played: map[string]int{}}
}

// Generate plays the next turn of the request's conversation. Before that it checks the
// request as [llm.Request.Check] does, and what the turn expects.
func (p *Player) Generate(
	ctx context.Context, req llm.Request, sink llm.Sink,
) (llm.Response, error) {
	if ctx.Err() != nil {
		return llm.Response{}, llm.Cancelled(ctx)
	}
	if err := req.Check(); err != nil {
		return llm.Response{}, err
	}
	turn, err := p.claim(&req)
	if err != nil {
		return llm.Response{}, err
	}
	stream := stream{ctx: ctx, sink: sink, pace: p.pace, player: p, req: &req}
	return stream.play(turn)
}

// Remaining returns the number of turns of the main conversation that no conversation has
// played yet: 0 when a test has heard the whole script.
func (p *Player) Remaining() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	most := 0
	for key, played := range p.played {
		if strings.HasPrefix(key, mainPrefix) {
			most = max(most, played)
		}
	}
	return max(len(p.script.Turns)-most, 0)
}

// claimed is a turn and its number, counted from 1.
type claimed struct {
	*Turn
	number int
}

// claim finds the conversation's next turn, checks what it expects and moves on.
func (p *Player) claim(req *llm.Request) (claimed, error) {
	key, c := p.conversation(req)
	p.mu.Lock()
	defer p.mu.Unlock()
	at := place(c.Turns, req.Messages, p.played[key])
	if at >= len(c.Turns) {
		if c.Then != ThenRepeat || len(c.Turns) == 0 {
			return claimed{}, failure(CodeExhausted,
				"script %q has no turn %d: it ends after %d", p.script.Name, at+1, len(c.Turns))
		}
		at = len(c.Turns) - 1
	}
	turn := claimed{&c.Turns[at], at + 1}
	if reason := turn.Expect.misses(req); reason != "" {
		return claimed{}, failure(CodeDeparted,
			"script %q, turn %d: %s", p.script.Name, turn.number, reason)
	}
	p.played[key] = max(p.played[key], at+1)
	return turn, nil
}

const mainPrefix = "main\x00"

// conversation returns the turns for a request and the key of its conversation.
func (p *Player) conversation(req *llm.Request) (key string, c Conversation) {
	first := &req.Messages[0]
	text := first.Content.Text()
	identity := first.ID + "\x00" + text
	for i, c := range p.script.Conversations {
		if c.serves(text) {
			return fmt.Sprint(i) + "\x00" + identity, c
		}
	}
	return mainPrefix + identity, Conversation{Turns: p.script.Turns, Then: p.script.Then}
}

// serves reports whether a conversation that begins with this text is meant.
func (c *Conversation) serves(text string) bool {
	if c.Is != nil {
		return text == *c.Is
	}
	return missing(c.When, text) == ""
}

// place returns the turn that comes after the answers in the history. Turns that leave
// no answer there are passed once they were played.
func place(turns []Turn, messages []llm.Message, played int) int {
	answers := 0
	for i := range messages {
		if messages[i].Role == llm.RoleAssistant && !messages[i].Interrupted {
			answers++
		}
	}
	at := 0
	for at < len(turns) && (answers > 0 || at < played && !turns[at].leavesAnswer()) {
		if turns[at].leavesAnswer() {
			answers--
		}
		at++
	}
	return at
}

// leavesAnswer reports whether a whole assistant message comes of the turn.
func (t *Turn) leavesAnswer() bool {
	r := t.Respond
	if r == nil || r.FinishReason == llm.FinishRefused {
		return false
	}
	return r.Text != "" || len(r.ToolCalls) > 0 && r.FinishReason != llm.FinishMaxTokens
}
