package fxfile

import "go.uber.org/fx"

var _ fx.Option
