package systemprompt_test

import (
	"testing"

	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
	"go.uber.org/fx"
	"go.uber.org/fx/fxtest"
)

func TestModule(t *testing.T) {
	var p *systemprompt.Prompt
	app := fxtest.New(t, systemprompt.Module, fx.Populate(&p), fx.NopLogger)
	app.RequireStart().RequireStop()
	if p == nil {
		t.Error("there is no prompt")
	}
	bad := fx.New(systemprompt.Module, fx.NopLogger, fx.Populate(&p),
		fx.Supply(systemprompt.Config{ToolOrder: []string{}}))
	if bad.Err() == nil {
		t.Error("a wrong tool order was taken")
	}
}
