package codes_test

import (
	"testing"

	"github.com/dsh-go/dsh/tools/gen/internal/codes"
	"github.com/dsh-go/dsh/tools/gen/internal/plant"
)

const (
	file    = "packages/core/tools/error.go"
	comment = "\t// CodeAborted: the call was cancelled after a body ran (R58).\n"
)

func TestCodeWithoutComment(t *testing.T) {
	_, err := codes.Read(plant.Load(t, plant.Mistake{File: file, Old: comment}))
	plant.Refused(t, err, "packages/core/tools: code CodeAborted (ABORTED) has no comment: say when it is reported and what to do about it")
}

func TestRead(t *testing.T) {
	all, err := codes.Read(plant.Load(t, plant.Mistake{File: file, Old: comment, New: comment}))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		if c.Value == "ABORTED" && c.Doc == "The call was cancelled after a body ran (R58)." && len(c.Users) == 1 {
			return
		}
	}
	t.Errorf("ABORTED is not as it is written in %+v", all)
}
