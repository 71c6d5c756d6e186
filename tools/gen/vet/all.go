package vet

import "golang.org/x/tools/go/analysis"

// All returns the analyzers, sorted by name.
func All() []*analysis.Analyzer {
	return []*analysis.Analyzer{DocRule, EventOwner, FxFile, Layers, NextUsed, SumCase, UndoCtx}
}
