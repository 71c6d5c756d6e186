//go:build unix

package bench

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/dsh-go/dsh/packages/tools/fs/edit"
	"github.com/dsh-go/dsh/packages/tools/fs/filesys"
	"github.com/dsh-go/dsh/packages/tools/fs/fstest"
	"github.com/dsh-go/dsh/packages/tools/fs/read"
	"github.com/dsh-go/dsh/packages/tools/fs/textedit"
	"github.com/dsh-go/dsh/packages/tools/fs/window"
)

const fileSize = 10 << 20

// large writes a file of 10 MB with a marker in the middle.
func large(b *testing.B, dir, ending string) string {
	b.Helper()
	line := []byte("a line of quite ordinary length, as source code has it" + ending)
	text := bytes.Repeat(line, fileSize/len(line))
	copy(text[len(line)*(len(text)/len(line)/2):], "MARKER")
	path := filepath.Join(dir, "large.txt")
	if err := os.WriteFile(path, text, 0o644); err != nil {
		b.Fatal(err)
	}
	return path
}

// The goal: an edit of 10 MB under 3 times the cost of reading and writing them.
func BenchmarkEdit(b *testing.B) {
	b.Run("floor", func(b *testing.B) {
		path := large(b, b.TempDir(), "\n")
		b.SetBytes(fileSize)
		measure(b, func() {
			data, err := os.ReadFile(path)
			if err == nil {
				err = os.WriteFile(path, data, 0o644)
			}
			if err != nil {
				b.Fatal(err)
			}
		})
	})
	b.Run("floor-synced", func(b *testing.B) {
		path := large(b, b.TempDir(), "\n")
		b.SetBytes(fileSize)
		measure(b, func() { readWriteSync(b, path) })
	})
	for _, ending := range []string{"\n", "\r\n"} {
		for _, synced := range []bool{false, true} {
			b.Run(fmt.Sprintf("filesys/%q,sync=%v", ending, synced), func(b *testing.B) {
				path := large(b, b.TempDir(), ending)
				l, err := filesys.NewLocal(filesys.Config{NoSync: !synced})
				if err != nil {
					b.Fatal(err)
				}
				b.SetBytes(fileSize)
				alternate(b, func(old, new string) error {
					to, err := l.Resolve(b.Context(), path, "")
					if err != nil {
						return err
					}
					_, err = l.Edit(b.Context(), to, filesys.EditRequest{
						Change: textedit.Change{Old: old, New: new},
					})
					return err
				})
			})
		}
	}
	for _, ending := range []string{"\n", "\r\n"} {
		b.Run(fmt.Sprintf("tool/%q", ending), func(b *testing.B) {
			w := fstest.New(b)
			path := large(b, w.Dir, ending)
			w.Install(edit.Plugin(edit.Params{Tools: w.Registry, Files: w.Files}), "")
			b.SetBytes(fileSize)
			alternate(b, func(old, new string) error {
				r := w.Call("edit", edit.Arguments{FilePath: path, OldString: old, NewString: new})
				if r.IsError() {
					return fmt.Errorf("%s", r.Failure().Message())
				}
				return nil
			})
		})
	}
}

func readWriteSync(b *testing.B, path string) {
	data, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Write(data); err != nil {
		b.Fatal(err)
	}
	if err := f.Sync(); err != nil {
		b.Fatal(err)
	}
}

// alternate edits there and back again.
func alternate(b *testing.B, edit func(old, new string) error) {
	old, new := "MARKER", "marker"
	measure(b, func() {
		if err := edit(old, new); err != nil {
			b.Fatal(err)
		}
		old, new = new, old
	})
}

// floorWindow does what a window needs and nothing else: it copies the first 2000 lines, as far as
// they may be shown, and counts the rest, since a window tells how many lines there are.
func floorWindow(b *testing.B, path string, buf []byte) {
	f, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	lines, total := make([]string, 0, 2000), 0
	for first := true; ; first = false {
		n, err := f.Read(buf)
		total += bytes.Count(buf[:n], []byte{'\n'})
		for line := range bytes.Lines(buf[:n]) {
			if !first || len(lines) == 2000 {
				break
			}
			lines = append(lines, string(line))
		}
		if err != nil {
			break
		}
	}
	if total == 0 || len(lines) == 0 {
		b.Fatal(total)
	}
}

// The floors of a window are reading the file without looking at it, and the least that a window
// with its count needs.
func BenchmarkRead(b *testing.B) {
	dir := b.TempDir()
	path := large(b, dir, "\n")
	buf := make([]byte, 128<<10)
	b.Run("floor", func(b *testing.B) {
		b.SetBytes(fileSize)
		measure(b, func() {
			f, err := os.Open(path)
			if err != nil {
				b.Fatal(err)
			}
			for err == nil {
				_, err = f.Read(buf)
			}
			_ = f.Close()
		})
	})
	b.Run("floor-counted", func(b *testing.B) {
		b.SetBytes(fileSize)
		measure(b, func() { floorWindow(b, path, buf) })
	})
	b.Run("window", func(b *testing.B) {
		var r window.Reader
		b.SetBytes(fileSize)
		measure(b, func() {
			f, err := os.Open(path)
			if err != nil {
				b.Fatal(err)
			}
			q := window.Query{Offset: 1, Limit: 2000, LineChars: 2000, Bytes: 51200}
			if _, err := r.Read(b.Context(), f, q); err != nil {
				b.Fatal(err)
			}
			_ = f.Close()
		})
	})
	b.Run("tool", func(b *testing.B) {
		w := fstest.New(b)
		w.Install(read.Plugin(read.Params{Tools: w.Registry, Files: w.Files}), "")
		b.SetBytes(fileSize)
		b.ReportAllocs()
		measure(b, func() {
			if r := w.Call("read", read.Arguments{FilePath: path}); r.IsError() {
				b.Fatal(r.Failure().Message())
			}
		})
	})
}
