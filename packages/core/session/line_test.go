package session_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/google/go-cmp/cmp"
)

func TestLinesSurviveTheRoundTrip(t *testing.T) {
	log := memoryLog(t)
	conversation(t, log)
	for _, e := range log.History().Events {
		line := session.AppendLine(nil, e)
		if n := bytes.Count(line, []byte{'\n'}); n != 1 || line[len(line)-1] != '\n' {
			t.Fatalf("the line has %d newlines: %q", n, line)
		}
		got, err := session.ParseLine(line)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(e, got); diff != "" {
			t.Error(diff)
		}
		if again := session.AppendLine(nil, got); !bytes.Equal(line, again) {
			t.Errorf("written again as %s", again)
		}
	}
}

func TestLineForm(t *testing.T) {
	e := session.Event{
		Seq: 7, Time: epoch, Type: "goal/set", Ignorable: true, Sources: []int64{3, 5},
		Data:    jsonvalue.NewObject(jsonvalue.Member{Name: "html", Value: jsonvalue.String("<&>")}),
		Surface: session.Surface{Op: session.OpReplace, Start: 1, End: 2},
	}
	want := `{"seq":7,"time":"2026-01-02T03:04:05.006Z","type":"goal/set",` +
		`"surfaceOp":{"op":"replace","start":1,"end":2},"sourceEventSeqs":[3,5],"ignorable":true,` +
		`"data":{"html":"<&>"}}` + "\n"
	if got := string(session.AppendLine(nil, e)); got != want {
		t.Errorf("got  %swant %s", got, want)
	}
}

func TestMalformedLines(t *testing.T) {
	const good = `{"seq":0,"time":"2026-01-02T03:04:05.006Z","type":"goal/set","data":{}`
	if _, err := session.ParseLine([]byte(good + "}")); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"", "{", "null", "[]", good, good + "}}", good + "} x",
		good + `,"extra":1}`,
		good + `,"seq":1}`,
		good + `,"surfaceOp":{}`,
		good + `,"surfaceOp":{"op":"append","start":1}}`,
		good + `,"surfaceOp":{"op":"replace","start":1}}`,
		good + `,"surfaceOp":{"op":"drop"}}`,
		strings.Replace(good, "goal/set", "Goal Set", 1) + "}",
		strings.Replace(good, `"seq":0`, `"seq":-1`, 1) + "}",
		strings.Replace(good, `"seq":0`, `"seq":0.5`, 1) + "}",
		strings.Replace(good, `"seq":0,`, ``, 1) + "}",
		strings.Replace(good, "2026", "26", 1) + "}",
		strings.Replace(good, `"data":{}`, `"data":[]`, 1) + "}",
		strings.Replace(good, `"data":{}`, `"data":{"n":-0}`, 1) + "}",
		strings.Replace(good, `"data":{}`, `"data":{"s":"\ud800"}`, 1) + "}",
		strings.Replace(good, `,"data":{}`, ``, 1) + "}",
		good + ",\"\xff\":1}",
	} {
		_, err := session.ParseLine([]byte(line))
		if session.CodeOf(err) != session.CodeCorrupt {
			t.Errorf("%q: %v", line, err)
		}
	}
}

func TestHeaders(t *testing.T) {
	meta := jsonvalue.NewObject(jsonvalue.Member{Name: "cwd", Value: jsonvalue.String("/w")})
	h := session.Header{
		ID: "s", Created: epoch, Parent: &session.Parent{ID: "p", Seq: 4}, Meta: meta,
	}
	line, err := session.AppendHeader(nil, h)
	if err != nil {
		t.Fatal(err)
	}
	got, err := session.ParseHeader(line)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(h, got); diff != "" {
		t.Error(diff)
	}
	const start = `{"type":"session/header",`
	const time = `"time":"2026-01-02T03:04:05.006Z"`
	for text, code := range map[string]session.Code{
		start + `"version":1,"id":"s","new":{}}`:           session.CodeVersion,
		start + `"version":0,"id":"s"}`:                    session.CodeCorrupt,
		start + `"id":"s"}`:                                session.CodeCorrupt,
		`{"type":"turn/start","version":0}`:                session.CodeCorrupt,
		`# a text file`:                                    session.CodeCorrupt,
		start + `"version":0,"id":"",` + time + `}`:        session.CodeIdentity,
		start + `"version":0,"id":"s",` + time + `,"x":1}`: session.CodeCorrupt,
	} {
		_, err := session.ParseHeader([]byte(text))
		if session.CodeOf(err) != code {
			t.Errorf("%s: %v, want %s", text, err, code)
		}
	}
}

// Whatever is in a line, parsing neither crashes nor takes in what would be written differently.
func FuzzParseLine(f *testing.F) {
	f.Add([]byte(`{"seq":0,"time":"2026-01-02T03:04:05.006Z","type":"goal/set","data":{"a":[1.50]}}`))
	f.Add([]byte(`{"seq":1,"time":"2026-01-02T03:04:05.006Z","type":"user/message",` +
		`"surfaceOp":{"op":"append"},"data":{}}`))
	f.Add([]byte(`{"seq":9,"time":"2026-01-02T03:04:05.006Z","type":"tool/result","data":{},` +
		`"surfaceOp":{"op":"replace","start":1,"end":2},"sourceEventSeqs":[3],"ignorable":true}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		e, err := session.ParseLine(line)
		if err != nil {
			return
		}
		again, err := session.ParseLine(session.AppendLine(nil, e))
		if err != nil || !e.Equal(again) {
			t.Errorf("%q came back as %+v (%v)", line, again, err)
		}
	})
}
