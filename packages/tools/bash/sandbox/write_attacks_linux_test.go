package sandbox_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
)

// outside makes a directory that no policy of these tests lets commands write, with a file whose
// content must stay.
func outside(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/var/tmp", "dsh outside ")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	for name, text := range map[string]string{"precious": "precious", "sub/deep": "deep"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// snapshot is all that a directory holds: names, kinds, modes, contents.
func snapshot(t testing.TB, dir string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		text := []byte{}
		if info.Mode().IsRegular() {
			if text, err = os.ReadFile(path); err != nil {
				return err
			}
		}
		all[path] = info.Mode().String() + " " + string(text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// writeAttacks are commands that try to change OUT from within the workspace, which is their
// directory. Each must fail; where it has several steps, the last one is what counts.
func writeAttacks() map[string]string {
	return map[string]string{
		"plain":             `echo x > "$OUT/new"`,
		"overwrite":         `echo x > "$OUT/precious"`,
		"append":            `echo x >> "$OUT/precious"`,
		"delete":            `rm -f "$OUT/precious"`,
		"delete directory":  `rm -rf "$OUT/sub"`,
		"make directory":    `mkdir "$OUT/d"`,
		"fifo":              `mkfifo "$OUT/f"`,
		"symlink in out":    `ln -s /etc "$OUT/l"`,
		"dots":              `echo x > "sub/../../../../../../..$OUT/new"`,
		"symlink":           `ln -s "$OUT" link; echo x > link/new`,
		"symlink to file":   `ln -s "$OUT/precious" link; echo x > link`,
		"symlink chain":     `ln -s "$OUT" a; ln -s a b; ln -s b/sub c; echo x > c/deep`,
		"hard link":         `ln "$OUT/precious" linked && echo x > linked`,
		"self root":         `echo x > "/proc/self/root$OUT/new"`,
		"self cwd":          `cd "$OUT" && echo x > /proc/self/cwd/new`,
		"self fd":           `exec 9< "$OUT"; echo x > /proc/self/fd/9/new`,
		"reopened fd":       `exec 9< "$OUT/precious"; echo x > /proc/self/fd/9`,
		"dev fd":            `exec 9< "$OUT/precious"; echo x > /dev/fd/9`,
		"rename out":        `echo x > mine; mv -f mine "$OUT/new"`,
		"rename over":       `echo x > mine; mv -f mine "$OUT/precious"`,
		"rename in":         `mv "$OUT/precious" mine`,
		"rename directory":  `mv "$OUT/sub" mine`,
		"rename dir out":    `mkdir mine; mv mine "$OUT/mine"`,
		"TMPDIR":            `TMPDIR=$OUT; export TMPDIR; mktemp`,
		"HOME":              `HOME=$OUT; export HOME; cd; echo x > ~/new`,
		"child environment": `env -i HOME="$OUT" TMPDIR="$OUT" PWD="$OUT" bash -c 'echo x > "$TMPDIR/new"'`,
		"new session":       `setsid -w sh -c 'echo x > "$OUT/new"'`,
		"background":        `(sh -c 'echo x > "$OUT/new"') & wait $!`,
		"copy":              `cp /etc/hostname "$OUT/new"`,
		"dd":                `dd if=/dev/zero of="$OUT/precious" bs=1 count=1 2>&-`,
		"tee":               `echo x | tee "$OUT/new" >/dev/null`,
		"sed":               `sed -i s/p/q/ "$OUT/precious"`,
	}
}

func TestWritesOutsideAreStopped(t *testing.T) {
	for name, provider := range providers(t) {
		t.Run(name, func(t *testing.T) {
			for attack, command := range writeAttacks() {
				t.Run(attack, func(t *testing.T) {
					t.Parallel()
					out, ws := outside(t), t.TempDir()
					if err := os.Mkdir(filepath.Join(ws, "sub"), 0o755); err != nil {
						t.Fatal(err)
					}
					before := snapshot(t, out)
					for _, mode := range []sandbox.Mode{sandbox.WorkspaceWrite, sandbox.ReadOnly} {
						got := run(t, provider, sandbox.Policy{Mode: mode, Root: ws},
							"cd '"+ws+"'; "+command, "OUT="+out)
						if got.status.Code == 0 || got.status.Err != nil {
							t.Errorf("%s: status %+v, %s", mode, got.status, got.stderr)
						}
						if !provider.Denied(got.status, got.stderr) && !strings.Contains(command, "2>&-") {
							t.Errorf("%s: not taken for a denial: %s", mode, got.stderr)
						}
					}
					if diff := cmp.Diff(before, snapshot(t, out)); diff != "" {
						t.Errorf("changed outside:\n%s", diff)
					}
				})
			}
		})
	}
}

// What a policy allows must work, else people turn it off.
func TestWritesInsideWork(t *testing.T) {
	for name, provider := range providers(t) {
		t.Run(name, func(t *testing.T) {
			ws, more := filepath.Join(t.TempDir(), "work space"), outside(t)
			if err := os.Mkdir(ws, 0o755); err != nil {
				t.Fatal(err)
			}
			p := sandbox.Policy{Mode: sandbox.WorkspaceWrite, Root: ws, Writable: []string{more}}
			got := run(t, provider, p, `set -e; cd "$WS"; echo a > f; mkdir d; mv f d/f; ln d/f d/g; `+
				`ln -s d/f l; echo b >> l; cat d/g; chmod +x d/g; touch -d yesterday d/g; rm -r d; `+
				`t=$(mktemp); echo x > $t; rm $t; echo x > "$MORE/precious"; echo x > /dev/null; `+
				`cat > here <<EOF
$(head -c 100000 /dev/zero | tr '\0' x)
EOF
wc -c < here; diff <(echo 1) <(echo 1); echo done`, "WS="+ws, "MORE="+more)
			if got.status.Code != 0 || !strings.HasSuffix(got.stdout, "done\n") {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestReadOnlyHasAScratchDirectory(t *testing.T) {
	for name, provider := range providers(t) {
		t.Run(name, func(t *testing.T) {
			ws := t.TempDir()
			p := sandbox.Policy{Mode: sandbox.ReadOnly, Root: ws}
			got := run(t, provider, p, `cd "$WS"; ! touch x 2>/dev/null && ! touch /tmp/dsh-x 2>/dev/null && `+
				`f=$(mktemp) && cat <<EOF | wc -c && rm $f
$(head -c 200000 /dev/zero | tr '\0' x)
EOF`, "WS="+ws, "TMPDIR=/nowhere")
			if got.status.Code != 0 || got.stdout != "200001\n" {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestPrivateTempClosesTheSharedOne(t *testing.T) {
	for name, provider := range providers(t) {
		t.Run(name, func(t *testing.T) {
			ws := outside(t)
			p := sandbox.Policy{Mode: sandbox.WorkspaceWrite, Root: ws, PrivateTemp: true}
			got := run(t, provider, p, `cd "$WS"; echo x > y && mktemp >/dev/null && ! touch /tmp/dsh-x`,
				"WS="+ws)
			if got.status.Code != 0 {
				t.Errorf("%+v", got)
			}
		})
	}
}
