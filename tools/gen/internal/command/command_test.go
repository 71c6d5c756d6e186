package command_test

import (
	"strings"
	"testing"

	"github.com/dsh-go/dsh/tools/gen/internal/command"
	"github.com/dsh-go/dsh/tools/gen/internal/model"
)

func TestCheck(t *testing.T) {
	good := model.Command{Name: "dsh", Short: "Runs.", Flags: []model.Flag{{Name: "a", Usage: "does"}}}
	if err := command.Check(good); err != nil {
		t.Error(err)
	}
	bad := good
	bad.Commands = []model.Command{{Name: "dsh call", Flags: []model.Flag{{Name: "trace"}}}}
	err := command.Check(bad)
	for _, want := range []string{`command "dsh call" has no short text`, `flag --trace of "dsh call" has no usage text`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}
