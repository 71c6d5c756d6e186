package vet_test

import (
	"testing"

	"github.com/dsh-go/dsh/tools/gen/vet"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
)

// at is where the cases live: below the repository's own path, since the
// analyzers judge only its code.
const at = "github.com/dsh-go/dsh/"

func TestAnalyzers(t *testing.T) {
	for _, c := range []struct {
		analyzer *analysis.Analyzer
		packages []string
	}{
		{vet.EventOwner, []string{"cases/eventowner", "packages/core/tools"}},
		{vet.NextUsed, []string{"cases/nextused"}},
		{vet.FxFile, []string{"cases/fxfile"}},
		{vet.SumCase, []string{"cases/sumcase", "packages/shapes"}},
		{vet.UndoCtx, []string{"cases/undoctx"}},
		{vet.Layers, []string{"packages/core/jsonvalue", "packages/core/llm", "packages/core/tools", "packages/policy/one"}},
		{vet.DocRule, []string{"cases/docrule"}},
	} {
		t.Run(c.analyzer.Name, func(t *testing.T) {
			paths := make([]string, len(c.packages))
			for i, p := range c.packages {
				paths[i] = at + p
			}
			analysistest.Run(t, analysistest.TestData(), c.analyzer, paths...)
		})
	}
}

func TestAllAreValid(t *testing.T) {
	if err := analysis.Validate(vet.All()); err != nil {
		t.Error(err)
	}
}
