//go:build unix

package fs_test

import (
	"bytes"
	"image"
	"image/png"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs/fstest"
)

// cards presents a call and its result as a host does, live.
func cards(t *testing.T, w *fstest.World, name string, a args, r *tools.Result) (tools.CallView, tools.ResultView) {
	t.Helper()
	v, err := jsonvalue.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	reg, ok := w.Registry.Get(name, w.Agent.Key, nil)
	if !ok {
		t.Fatalf("no tool %q", name)
	}
	p := tools.Presented{Content: r.Content(), IsError: r.IsError(), Meta: r.Meta()}
	return reg.PresentCall(v), reg.PresentResult(v, p)
}

func ref[T any](v T) *T { return &v }

func TestCards(t *testing.T) {
	w := complete(t, "")
	put(t, filepath.Join(w.Dir, "a.go"), "one\ntwo\nthree\n")
	for _, c := range []struct {
		name   string
		tool   string
		args   args
		call   tools.CallView
		result tools.ResultView
	}{
		{"read", "read", args{"file_path": "a.go"},
			tools.GenericCall{Title: "Read a.go", Kind: tools.KindRead,
				Locations: []tools.Location{{Path: "a.go", Line: 1}}},
			tools.ReadResult{Path: w.Dir + "/a.go", Offset: 1, TotalLines: 3, Lang: "go",
				Lines: []tools.NumberedLine{{Number: 1, Text: "one"}, {Number: 2, Text: "two"}, {Number: 3, Text: "three"}},
				Content: "<path>" + w.Dir + "/a.go</path>\n<type>file</type>\n<content>\n" +
					"1: one\n2: two\n3: three\n\n(End of file - total 3 lines)\n</content>"}},
		{"read with offset", "read", args{"file_path": "a.go", "offset": 3},
			tools.GenericCall{Title: "Read a.go (from line 3)", Kind: tools.KindRead,
				Locations: []tools.Location{{Path: "a.go", Line: 3}}}, nil},
		{"read with limit", "read", args{"file_path": "a.go", "offset": 2, "limit": 1},
			tools.GenericCall{Title: "Read a.go (2 - 2)", Kind: tools.KindRead,
				Locations: []tools.Location{{Path: "a.go", Line: 2}}}, nil},
		{"read nothing", "read", args{"file_path": "none"},
			tools.GenericCall{Title: "Read none", Kind: tools.KindRead,
				Locations: []tools.Location{{Path: "none", Line: 1}}}, nil},
		{"edit", "edit", args{"file_path": "a.go", "old_string": "two", "new_string": "2"},
			tools.DiffCall{Title: "Edit a.go", Locations: []tools.Location{{Path: "a.go"}},
				Diffs: []tools.FileDiff{{Path: "a.go", OldText: ref("two"), NewText: "2"}}},
			tools.DiffResult{Title: "Edit a.go", Diffs: []tools.FileDiff{
				{Path: "a.go", OldText: ref("one\ntwo\nthree\n"), NewText: "one\n2\nthree\n"}}}},
		{"write over", "write", args{"file_path": "a.go", "content": "x\n"},
			tools.DiffCall{Title: "Write a.go", Locations: []tools.Location{{Path: "a.go"}},
				Diffs: []tools.FileDiff{{Path: "a.go", NewText: "x\n"}}},
			tools.DiffResult{Title: "Write a.go", Diffs: []tools.FileDiff{
				{Path: "a.go", OldText: ref("one\n2\nthree\n"), NewText: "x\n"}}}},
		{"write new", "write", args{"file_path": "b.go", "content": "y\n"}, nil,
			tools.DiffResult{Title: "Write b.go", Diffs: []tools.FileDiff{{Path: "b.go", NewText: "y\n"}}}},
		{"editor view", "str_replace_editor", args{"command": "view", "path": w.Dir + "/b.go", "view_range": []int{2, -1}},
			tools.GenericCall{Title: "View " + w.Dir + "/b.go", Kind: tools.KindRead,
				Locations: []tools.Location{{Path: w.Dir + "/b.go", Line: 2}}}, nil},
		{"editor insert", "str_replace_editor",
			args{"command": "insert", "path": w.Dir + "/b.go", "insert_line": 0, "new_str": "z"},
			tools.GenericCall{Title: "Insert into " + w.Dir + "/b.go", Kind: tools.KindEdit,
				Locations: []tools.Location{{Path: w.Dir + "/b.go", Line: 1}}}, nil},
		{"editor replace", "str_replace_editor",
			args{"command": "str_replace", "path": w.Dir + "/b.go", "old_str": "z", "new_str": "zz"},
			tools.DiffCall{Title: "Edit " + w.Dir + "/b.go", Locations: []tools.Location{{Path: w.Dir + "/b.go"}},
				Diffs: []tools.FileDiff{{Path: w.Dir + "/b.go", OldText: ref("z"), NewText: "zz"}}},
			tools.DiffResult{Title: "Edit " + w.Dir + "/b.go",
				Diffs: []tools.FileDiff{{Path: w.Dir + "/b.go", OldText: ref("z"), NewText: "zz"}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			call, result := cards(t, w, c.tool, c.args, w.Call(c.tool, c.args))
			if diff := cmp.Diff(c.call, call); c.call != nil && diff != "" {
				t.Errorf("call: %s", diff)
			}
			if _, isRead := result.(tools.ReadResult); c.result == nil && isRead {
				return // the window was compared once
			}
			if diff := cmp.Diff(c.result, result); diff != "" {
				t.Errorf("result: %s", diff)
			}
		})
	}
}

func TestSearchCards(t *testing.T) {
	for _, engine := range engineNames(t) {
		w := withSearch(t, engine, map[string]any{"globMaxResults": 2, "grepMaxMatches": 3})
		for _, name := range []string{"a.txt", "b.txt", "c.txt"} {
			put(t, filepath.Join(w.Dir, name), "x needle\nneedle y\n")
		}
		a := args{"pattern": "needle", "include": "*.txt"}
		call, result := cards(t, w, "grep", a, w.Call("grep", a))
		if diff := cmp.Diff(tools.GenericCall{Title: "Grep needle (*.txt)", Kind: tools.KindSearch}, call); diff != "" {
			t.Error(diff)
		}
		want := tools.MatchesResult{Truncated: true, Total: 6, Files: []tools.FileMatches{
			{Path: "a.txt", Matches: []tools.LineMatch{{LineNumber: 1, Line: "x needle"}, {LineNumber: 2, Line: "needle y"}}},
			{Path: "b.txt", Matches: []tools.LineMatch{{LineNumber: 1, Line: "x needle"}}},
		}}
		if diff := cmp.Diff(want, result); diff != "" {
			t.Error(diff)
		}
		a = args{"pattern": "*.txt", "path": "."}
		call, result = cards(t, w, "glob", a, w.Call("glob", a))
		if diff := cmp.Diff(tools.GenericCall{Title: "Glob *.txt in .", Kind: tools.KindSearch}, call); diff != "" {
			t.Error(diff)
		}
		paths, ok := result.(tools.PathsResult)
		if !ok || len(paths.Paths) != 2 || paths.Total != 3 || !paths.Truncated {
			t.Errorf("%+v", result)
		}
	}
}

// Metadata of a card is bounded by what it takes as JSON; one entry always stays.
func TestSearchMetaIsBounded(t *testing.T) {
	for _, engine := range engineNames(t) {
		w := withSearch(t, engine, map[string]any{"searchMetaMaxBytes": 300})
		long := strings.Repeat("n", 120)
		for _, name := range []string{"a", "b", "c", "d"} {
			put(t, filepath.Join(w.Dir, name+long), "needle\n")
		}
		r := w.Call("glob", args{"pattern": "*"})
		succeeds(t, r)
		if n := len(r.Meta().Text()); n > 300 {
			t.Errorf("%d bytes of metadata: %s", n, r.Meta().Text())
		}
		if truncated, _ := r.Meta().Get("truncated"); truncated.Text() != "true" {
			t.Errorf("metadata %s", r.Meta().Text())
		}
	}
}

// A log may be old or edited by hand: such metadata gives no card, and never a panic.
func TestCardsOfStrangeMetadata(t *testing.T) {
	w := complete(t, "")
	for _, meta := range []string{
		`null`, `1`, `"x"`, `[]`, `{}`, `{"path":1}`, `{"path":"p","offset":0,"lines":[],"totalLines":1}`,
		`{"path":"p","offset":1,"lines":[{"number":2,"text":"a"},{"number":2,"text":"b"}],"totalLines":2}`,
		`{"path":"p","offset":1,"lines":[{"number":3,"text":"a"}],"totalLines":2}`,
		`{"path":"p","offset":1.5,"lines":[],"totalLines":2}`, `{"diffs":5}`, `{"diffs":[null]}`,
		`{"shape":"paths","paths":["a"],"truncated":false,"total":0}`,
	} {
		v, err := jsonvalue.ParseString(meta)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"read", "write", "edit", "str_replace_editor", "read_image"} {
			reg, _ := w.Registry.Get(name, w.Agent.Key, nil)
			for _, text := range []string{`{}`, `{"file_path":5}`, `{"file_path":"f"}`, `[]`} {
				arguments, err := jsonvalue.ParseString(text)
				if err != nil {
					t.Fatal(err)
				}
				reg.PresentCall(arguments)
				view := reg.PresentResult(arguments, tools.Presented{Meta: v})
				if _, ok := view.(tools.ReadResult); ok {
					t.Errorf("%s became a card: %+v", meta, view)
				}
			}
		}
	}
}

func pixels(t *testing.T, w, h int) string {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewNRGBA(image.Rect(0, 0, w, h))); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
