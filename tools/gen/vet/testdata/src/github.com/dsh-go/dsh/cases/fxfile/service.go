package fxfile

import (
	"go.uber.org/fx"         // want `go.uber.org/fx is imported outside of module.go`
	"go.uber.org/fx/fxevent" // want `go.uber.org/fx/fxevent is imported outside of module.go`
)

var (
	_ fx.Option
	_ fxevent.Logger
)
