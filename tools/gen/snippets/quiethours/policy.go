// Package quiethours is the policy of the cookbook: between two hours of the day
// nothing is changed without somebody's consent.
package quiethours

import (
	"context"
	"fmt"
	"time"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Config says when it is quiet. The hours are those of the local time.
type Config struct {
	// From and Until are hours from 0 to 23; quiet is from From until Until.
	From  int `json:"from"`
	Until int `json:"until"`
}

// Defaults are the hours from ten in the evening until six in the morning.
func (Config) Defaults() Config { return Config{From: 22, Until: 6} }

// Validate refuses hours that no clock shows.
func (c Config) Validate() error {
	if c.From < 0 || c.From > 23 || c.Until < 0 || c.Until > 23 {
		return fmt.Errorf("from and until must be hours from 0 to 23, not %d and %d", c.From, c.Until)
	}
	return nil
}

func (c Config) quiet(hour int) bool {
	if c.From <= c.Until {
		return hour >= c.From && hour < c.Until
	}
	return hour >= c.From || hour < c.Until
}

// show: install

// Install mounts the policy over s: over every agent that stands in it or below.
func Install(s *scope.Scope, registry *tools.Registry, c Config) error {
	return registry.Events.PreExecute.On(s, func(
		ctx context.Context, call *tools.Call, next event.Next[*tools.Call, tools.Decision],
	) (tools.Decision, error) {
		d, err := next.Do(ctx) // what do the policies further in say?
		if err != nil || !d.Allows() || call.Traits().ReadOnly || !c.quiet(time.Now().Hour()) {
			return d, err
		}
		return tools.Ask(fmt.Sprintf("%s changes something, and it is quiet until %d o'clock", call.Name(), c.Until)), nil
	}, event.Label("quiet-hours"))
}

// end: install
