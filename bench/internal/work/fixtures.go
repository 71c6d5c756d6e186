package work

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/dsh-go/dsh/bench/internal/meter"
)

// Make writes the fixture files into dir, once: records of 100 KB and 10 MB,
// texts of 10 and 11 MB, and a tree of 50,000 files.
func Make(dir string) error {
	stamp := filepath.Join(dir, "fixtures.done")
	if text, err := os.ReadFile(stamp); err == nil && string(text) == "2" {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, size := range map[string]int{"out100k.json": 100e3, "out10m.json": 10e6} {
		if err := os.WriteFile(filepath.Join(dir, name), recordsText(size), 0o644); err != nil {
			return err
		}
	}
	for name, size := range map[string]int{"read10m.txt": 10e6, "read11m.txt": 11e6} {
		if err := os.WriteFile(filepath.Join(dir, name), linesText(size), 0o644); err != nil {
			return err
		}
	}
	for d := range 500 {
		if err := makeFolder(filepath.Join(dir, "tree", fmt.Sprintf("pkg%d", d%25), fmt.Sprintf("sub%d", d)), d); err != nil {
			return err
		}
	}
	return os.WriteFile(stamp, []byte("2"), 0o644)
}

// Records are the records of which the texts of about size bytes are made.
func Records(size int) []Record {
	list := make([]Record, 0, size/100)
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	for i, length := 0, 0; length < size; i++ {
		list = append(list, Record{
			ID: int64(
				i,
			), Name: fmt.Sprintf("record number %d of the set", i), Score: math.Round(float64(i)*7.31) / 10,
			Active: i%3 == 0, Tags: tags[i%len(tags)],
		})
		b.Reset()
		meter.Check(encoder.Encode(list[i]))
		length += b.Len() // the line's end stands for the comma
	}
	return list
}

// tags are shared by the records: they come in 17 and 101 kinds.
var tags = func() (list [17 * 101][]string) {
	for i := range list {
		list[i] = []string{fmt.Sprintf("t%d", i%17), fmt.Sprintf("group-%d", i%101)}
	}
	return list
}()

func recordsText(size int) []byte {
	text, err := json.Marshal(Records(size))
	meter.Check(err)
	return text
}

func linesText(size int) []byte {
	var b bytes.Buffer
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(
			&b,
			"%d: the quick brown fox jumps over the lazy dog, again and again and again.\n",
			i,
		)
	}
	return b.Bytes()
}

// makeFolder writes 100 files; one in a hundred holds the needle, one in ten
// ends in .go.
func makeFolder(folder string, d int) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for f := range 100 {
		n := d*100 + f
		lines := make([]string, 6)
		for i := range lines {
			lines[i] = fmt.Sprintf("line %d of file %d: some ordinary source text", i, n)
		}
		if n%100 == 7 {
			lines[3] = fmt.Sprintf("the NEEDLE_TOKEN of file %d", n)
		}
		ext := "txt"
		if n%10 == 0 {
			ext = "go"
		}
		path := filepath.Join(folder, fmt.Sprintf("file%d.%s", n, ext))
		if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
			return err
		}
	}
	return nil
}
