package plugin_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"go.uber.org/fx"
)

// EchoConfig configures the echo plugin.
type EchoConfig struct {
	Prefix string `json:"prefix"`
}

// Defaults returns the configuration that holds when nothing is given.
func (EchoConfig) Defaults() EchoConfig { return EchoConfig{Prefix: "> "} }

// Validate refuses what cannot work.
func (c EchoConfig) Validate() error {
	if c.Prefix == "" {
		return errors.New("prefix must not be empty")
	}
	return nil
}

// NewEcho returns a plugin that provides a prefix. It works with and without fx.
func NewEcho(echoes *scope.Slot[string]) plugin.Plugin {
	return plugin.Of("echo", func(_ context.Context, s *scope.Scope, c EchoConfig) error {
		_, err := echoes.Provide(s, c.Prefix)
		return err
	})
}

func ExampleOf() {
	ctx := context.Background()
	root := scope.NewRoot("app")
	defer root.Close(ctx)
	var echoes scope.Slot[string]
	p := NewEcho(&echoes)
	for _, config := range []string{`{"prefx":"$ "}`, `{"prefix":7}`, `{"prefix":""}`, `{}`} {
		row, _ := root.Child(p.Name)
		if err := p.Install(ctx, row, []byte(config)); err != nil {
			fmt.Println(err)
			_ = row.Close(ctx)
		}
	}
	prefix, _ := echoes.Nearest(nil)
	fmt.Printf("installed with %q\n", prefix)
	// Output:
	// plugin "echo": config: at /prefx: unknown field "prefx", did you mean "prefix"? (known: prefix)
	// plugin "echo": config: at /prefix: want a string, got a number
	// plugin "echo": config: prefix must not be empty
	// installed with "> "
}

func ExamplePlugin_Config() {
	p := NewEcho(nil)
	fmt.Printf("%s: %+v\n", p.Name, p.Config())
	// Output: echo: &{Prefix:> }
}

func ExampleProvide() {
	app := fx.New(
		fx.NopLogger,
		fx.Supply(&scope.Slot[string]{}),
		plugin.Provide(NewEcho),
		fx.Invoke(fx.Annotate(func(plugins []plugin.Plugin) {
			for _, p := range plugins { // one here; in general, find them by name
				fmt.Println(p.Name)
			}
		}, fx.ParamTags(`group:"plugins"`))),
	)
	fmt.Println(app.Err())
	// Output:
	// echo
	// <nil>
}
