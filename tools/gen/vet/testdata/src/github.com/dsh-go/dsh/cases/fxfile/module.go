package fxfile

import (
	"go.uber.org/fx"
	"go.uber.org/fx/fxevent"
)

var (
	_ fx.Option
	_ fxevent.Logger
)
