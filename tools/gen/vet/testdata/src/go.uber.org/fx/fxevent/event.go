package fxevent

type Logger struct{}
