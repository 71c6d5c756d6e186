// Package auto picks the search engine: ripgrep when a usable one is on PATH, else the built-in
// walker.
package auto

import (
	"context"
	"fmt"

	"github.com/dsh-go/dsh/packages/tools/fs/search"
	"github.com/dsh-go/dsh/packages/tools/fs/search/ripgrep"
	"github.com/dsh-go/dsh/packages/tools/fs/search/walker"
)

// Choice names an engine, or leaves it open.
type Choice string

// The choices.
const (
	// Auto is ripgrep when it is there, else the walker. It is the zero choice.
	Auto Choice = ""
	// Ripgrep is ripgrep or an error.
	Ripgrep Choice = "ripgrep"
	// Walker is the built-in walker.
	Walker Choice = "walker"
)

// Validate reports a choice that is none of the three.
func (c Choice) Validate() error {
	if c == Auto || c == Ripgrep || c == Walker {
		return nil
	}
	return fmt.Errorf("unknown search engine %q: use %q, %q or nothing", string(c), Ripgrep, Walker)
}

// Engine returns the chosen engine. Only the choice of ripgrep can fail, when there is none.
func Engine(ctx context.Context, c Choice) (search.Engine, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if c != Walker {
		engine, err := ripgrep.Find(ctx)
		if err == nil {
			return engine, nil
		}
		if c == Ripgrep {
			return nil, err
		}
	}
	return walker.Engine{}, nil
}
