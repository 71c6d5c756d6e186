package secrets_test

import (
	"testing"

	"github.com/dsh-go/dsh/packages/testkit"
	"github.com/dsh-go/dsh/tools/gen/snippets/secrets"
)

// show: test
func TestSecrets(t *testing.T) {
	k := testkit.New(t)
	k.Register(testkit.Echo("count"))
	if err := secrets.Install(k.Root, k.Registry); err != nil {
		t.Fatal(err)
	}
	for arguments, want := range map[string]string{
		`{"path": "poem.txt"}`:           "ok",
		`{"path": "secrets.txt"}`:        "ok",
		`{}`:                             "ok",
		`{"path": "secret"}`:             "SECRET_PATH",
		`{"path": "./a/../secret/keys"}`: "SECRET_PATH",
	} {
		if got := testkit.Status(k.Call(t.Context(), "count", arguments)); got != want {
			t.Errorf("%s ends as %q, want %q", arguments, got, want)
		}
	}
}

// end: test
