package pipeline_test

import (
	"testing"

	"github.com/dsh-go/dsh/tools/gen/internal/pipeline"
	"github.com/dsh-go/dsh/tools/gen/internal/plant"
)

const (
	stageFile = "packages/core/tools/stage.go"
	guard     = "\t// StageGuard runs the monotonic guards, which may only deny.\n\tStageGuard Stage = \"guard\"\n"
)

// A stage is added to the code, with its comment, and no scenario enters it.
func TestStageAdded(t *testing.T) {
	added := guard + "\t// StageMeditate waits for wisdom.\n\tStageMeditate Stage = \"meditate\"\n"
	all, err := pipeline.Stages(plant.Load(t, plant.Mistake{File: stageFile, Old: guard, New: added}))
	if err != nil {
		t.Fatal(err)
	}
	_, err = pipeline.Observe(t.Context(), all)
	plant.Refused(t, err, `stage "meditate" (StageMeditate) is entered by no scenario: add one to tools/gen/internal/pipeline`,
		`stage "meditate" (StageMeditate) is not in tools.Stages: add it there, in its place`)
}

func TestStageWithoutComment(t *testing.T) {
	bare := "\tStageGuard Stage = \"guard\"\n"
	_, err := pipeline.Stages(plant.Load(t, plant.Mistake{File: stageFile, Old: guard, New: bare}))
	plant.Refused(t, err, "stage StageGuard has no comment: say what happens in it and which calls enter it")
}
