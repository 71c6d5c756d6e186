package pipeline_test

import (
	"context"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/tools/gen/internal/model"
	"github.com/dsh-go/dsh/tools/gen/internal/pipeline"
)

func stages(extra ...string) []model.Stage {
	var all []model.Stage
	for _, s := range tools.Stages() {
		all = append(all, model.Stage{Name: string(s), Doc: "A stage."})
	}
	for _, name := range extra {
		all = append(all, model.Stage{Name: name, Constant: "StageNew", Doc: "A new stage."})
	}
	return all
}

func TestObserve(t *testing.T) {
	p, err := pipeline.Observe(t.Context(), stages())
	if err != nil {
		t.Fatal(err)
	}
	again, err := pipeline.Observe(t.Context(), stages())
	if err != nil {
		t.Fatal(err)
	}
	if pipeline.Mermaid(p) != pipeline.Mermaid(again) {
		t.Error("two observations differ")
	}
	for _, s := range p.Scenarios {
		for _, c := range s.Calls {
			if c.Content == "" || len(c.Stages) == 0 {
				t.Errorf("%s: %+v", s.Name, c)
			}
		}
	}
}

func TestStageWithoutScenario(t *testing.T) {
	_, err := pipeline.Observe(t.Context(), stages("meditate"))
	if err == nil || !strings.Contains(err.Error(), `stage "meditate" (StageNew) is entered by no scenario: add one to tools/gen/internal/pipeline`) {
		t.Errorf("got %v", err)
	}
}

func TestStageWithoutConstant(t *testing.T) {
	_, err := pipeline.Observe(t.Context(), stages()[1:])
	if err == nil || !strings.Contains(err.Error(), `stage "prepare" was entered but is no constant`) {
		t.Errorf("got %v", err)
	}
}

func TestPicture(t *testing.T) {
	p, err := pipeline.Observe(t.Context(), stages())
	if err != nil {
		t.Fatal(err)
	}
	svg, err := pipeline.SVG(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range tools.Stages() {
		if !strings.Contains(svg, ">"+string(s)+"<") {
			t.Errorf("the picture does not show %q", s)
		}
	}
}
