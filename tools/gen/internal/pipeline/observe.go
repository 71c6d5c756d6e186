package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/tools/gen/internal/model"
)

// Ends of the graph, beside the stages.
const (
	// Entry is where calls come from.
	Entry = "call"
	// Exit is where they end.
	Exit = "outcome"
)

// Observe runs every scenario and returns what happened. Stages are those of the
// code, with their comments; one that no scenario enters is an error.
func Observe(ctx context.Context, stages []model.Stage) (model.Pipeline, error) {
	p := model.Pipeline{Stages: stages}
	for _, s := range scenarios() {
		seen, err := s.run(ctx)
		if err != nil {
			return p, err
		}
		p.Scenarios = append(p.Scenarios, seen)
	}
	p.Edges = edges(p.Scenarios)
	return p, check(p)
}

// edges are the steps that were taken, in the order of their first observation.
func edges(list []model.Scenario) []model.Edge {
	var all []model.Edge
	for _, s := range list {
		for _, c := range s.Calls {
			from := Entry
			for _, to := range append(slices.Clone(c.Stages), Exit) {
				all = observed(all, from, to, s.Name)
				from = to
			}
		}
	}
	return all
}

func observed(all []model.Edge, from, to, scenario string) []model.Edge {
	for i := range all {
		if e := &all[i]; e.From == from && e.To == to {
			if !slices.Contains(e.Scenarios, scenario) {
				e.Scenarios = append(e.Scenarios, scenario)
			}
			return all
		}
	}
	return append(all, model.Edge{From: from, To: to, Scenarios: []string{scenario}})
}

// check wants each stage of the code listed by tools.Stages and entered by a
// scenario, and nothing else entered.
func check(p model.Pipeline) error {
	entered := map[string]bool{}
	for _, s := range p.Scenarios {
		for _, c := range s.Calls {
			for _, stage := range c.Stages {
				entered[stage] = true
			}
		}
	}
	var wrong []error
	for _, s := range p.Stages {
		if !slices.Contains(tools.Stages(), tools.Stage(s.Name)) {
			wrong = append(wrong, fmt.Errorf("stage %q (%s) is not in tools.Stages: add it there, in its place",
				s.Name, s.Constant))
		}
		if !entered[s.Name] {
			wrong = append(wrong, fmt.Errorf("stage %q (%s) is entered by no scenario: "+
				"add one to tools/gen/internal/pipeline that does, or delete the stage", s.Name, s.Constant))
		}
		delete(entered, s.Name)
	}
	for stage := range entered {
		wrong = append(wrong, fmt.Errorf("stage %q was entered but is no constant of packages/core/tools",
			stage))
	}
	return errors.Join(wrong...)
}
