package local_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/policy/spill"
	"github.com/dsh-go/dsh/packages/policy/spill/local"
)

func save(t *testing.T, s *local.Store, session, name, content string) (spill.Saved, error) {
	t.Helper()
	return s.SaveText(t.Context(), spill.Text{SessionID: session, SuggestedName: name, Content: content})
}

func TestSaveText(t *testing.T) {
	root := filepath.Join(t.TempDir(), "a", "b")
	s, err := local.New(local.Config{Root: root})
	if err != nil {
		t.Fatal(err)
	}
	first, err := save(t, s, "../evil", "../x.txt", "one")
	if err != nil {
		t.Fatal(err)
	}
	second, err := save(t, s, "../evil", "../x.txt", "two")
	if err != nil {
		t.Fatal(err)
	}
	if first.Locator == second.Locator || filepath.Dir(first.Locator) != filepath.Join(root, "session-2d6afc710923") {
		t.Errorf("locators %s and %s", first.Locator, second.Locator)
	}
	got, err := os.ReadFile(first.Locator)
	if err != nil || string(got) != "one" || first.Bytes != 3 {
		t.Errorf("stored %q (%d bytes), %v", got, first.Bytes, err)
	}
}

func TestPrivateRoot(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	s, err := local.New(local.Config{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := save(t, s, "s", "n", "x")
	if err != nil {
		t.Fatal(err)
	}
	b, err := save(t, s, "t", "n", "x")
	if err != nil {
		t.Fatal(err)
	}
	if ra, rb := filepath.Dir(filepath.Dir(a.Locator)), filepath.Dir(filepath.Dir(b.Locator)); ra != rb {
		t.Errorf("two private roots: %s and %s", ra, rb)
	}
}

func TestFailures(t *testing.T) {
	if _, err := local.New(local.Config{Root: "relative"}); spill.CodeOf(err) != spill.CodeConfig {
		t.Errorf("relative root: %v", err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := local.New(local.Config{Root: filepath.Join(file, "below")})
	if err != nil {
		t.Fatal(err)
	}
	var coded interface{ ErrorCode() string }
	if _, err = save(t, s, "s", "n", "x"); !errors.As(err, &coded) || coded.ErrorCode() != string(spill.CodeStore) {
		t.Errorf("unusable root: %v", err)
	}
}

func TestEncode(t *testing.T) {
	for in, want := range map[string]string{
		"": "~", ".": "~002E", "..": "~002E~002E", "...": "...", "a\xffb": "a~FFFDb",
	} {
		if got := local.Encode(in); got != want {
			t.Errorf("Encode(%q) = %q, want %q", in, got, want)
		}
	}
	if got := local.Encode(strings.Repeat("é", 500)); len(got) != 200 || !strings.HasSuffix(got, "~00E9") {
		t.Errorf("long name: %d bytes ending in %q", len(got), got[len(got)-5:])
	}
}

// Texts are read back by their locators, and nothing else is.
func TestReadText(t *testing.T) {
	dir := t.TempDir()
	s, err := local.New(local.Config{Root: filepath.Join(dir, "root")})
	if err != nil {
		t.Fatal(err)
	}
	saved, err := save(t, s, "s", "n", "héllo")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := s.ReadText(t.Context(), saved.Locator); got != "héllo" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	secret := filepath.Join(dir, "secret")
	if err := os.WriteFile(secret, []byte("s"), 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "root", "link")
	if err := os.Symlink(secret, link); err != nil {
		t.Fatal(err)
	}
	for _, locator := range []string{secret, link, saved.Locator + "x", "", "relative"} {
		if got, err := s.ReadText(t.Context(), locator); spill.CodeOf(err) != spill.CodeStore {
			t.Errorf("%q gave %q, %v", locator, got, err)
		}
	}
}
