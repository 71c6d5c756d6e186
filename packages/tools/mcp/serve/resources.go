package serve

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Spills finds the outputs of calls that were too long to be shown whole. Safe
// for concurrent use.
type Spills interface {
	// Spilled returns what was stored for a call, in order. It is asked once about
	// each call, when the call has ended.
	Spilled(callID string) []Spill
}

// Spill is one stored text.
type Spill struct {
	// Name is what people may call it.
	Name string
	// Bytes is its size.
	Bytes int64
	// Read returns it, each time that the client reads it.
	Read func(ctx context.Context) (string, error)
}

// maxLinks is how many links one client can follow; the oldest are forgotten.
const maxLinks = 1000

// links are the stored outputs that a client was told of: the only resources
// that it may read.
type links struct {
	mu    sync.Mutex
	known []link
}

type link struct {
	uri   string
	spill Spill
}

// spilled returns links to what was stored for the call.
func (s *session) spilled(id string) []sdk.Content {
	if s.server.options.Spills == nil {
		return nil
	}
	var blocks []sdk.Content
	for i, spill := range s.server.options.Spills.Spilled(id) {
		uri := fmt.Sprintf("dsh-output://%s/%d/%s", id, i, url.PathEscape(spill.Name))
		s.links.add(link{uri, spill})
		blocks = append(blocks, &sdk.ResourceLink{
			URI: uri, Name: spill.Name, MIMEType: "text/plain", Size: &spill.Bytes,
			Description: "The whole output of this call.",
		})
	}
	return blocks
}

func (l *links) add(k link) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.known = append(l.known, k)
	if over := len(l.known) - maxLinks; over > 0 {
		l.known = slices.Delete(l.known, 0, over)
	}
}

func (l *links) find(uri string) (Spill, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, k := range l.known {
		if k.uri == uri {
			return k.spill, true
		}
	}
	return Spill{}, false
}

func (l *links) list() *sdk.ListResourcesResult {
	l.mu.Lock()
	defer l.mu.Unlock()
	result := &sdk.ListResourcesResult{Resources: []*sdk.Resource{}}
	for _, k := range l.known {
		result.Resources = append(result.Resources, &sdk.Resource{
			URI: k.uri, Name: k.spill.Name, MIMEType: "text/plain", Size: k.spill.Bytes,
		})
	}
	return result
}

func (s *session) readLink(ctx context.Context, uri string) (*sdk.ReadResourceResult, error) {
	spill, ok := s.links.find(uri)
	if !ok {
		return nil, sdk.ResourceNotFoundError(uri)
	}
	text, err := spill.Read(ctx)
	if err != nil {
		return nil, err
	}
	contents := &sdk.ResourceContents{URI: uri, MIMEType: "text/plain", Text: text}
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{contents}}, nil
}
