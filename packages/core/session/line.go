package session

import (
	"strconv"
	"time"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// timeLayout is RFC 3339 in UTC, always with three digits of a second, so that lines sort and
// align.
const timeLayout = "2006-01-02T15:04:05.000Z"

// HeaderType is the type member of a header line.
const HeaderType Type = "session/header"

// AppendLine appends the JSON-lines form of e to dst, the final newline included, and returns the
// longer slice. The form is one object with the members seq, time, type, where they are not empty
// surfaceOp, sourceEventSeqs and ignorable (§19), and data. The data comes last, so that reading a
// line needs one pass over it.
func AppendLine(dst []byte, e Event) []byte {
	dst = append(dst, seqStart...)
	dst = strconv.AppendInt(dst, e.Seq, 10)
	dst = append(dst, timeStart...)
	dst = e.Time.UTC().AppendFormat(dst, timeLayout)
	dst = append(dst, typeStart...)
	dst = append(dst, e.Type...) // a checked type needs no escaping
	dst = append(dst, '"')
	dst = appendSurface(dst, e.Surface)
	dst = appendSources(dst, e.Sources)
	if e.Ignorable {
		dst = append(dst, `,"ignorable":true`...)
	}
	dst = append(dst, dataStart...)
	dst = e.Data.AppendText(dst)
	return append(dst, '}', '\n')
}

// What stands between the parts of a line.
const (
	seqStart  = `{"seq":`
	timeStart = `,"time":"`
	typeStart = `","type":"`
	dataStart = `,"data":`

	surfaceAppend = `,"surfaceOp":{"op":"append"}`
)

func appendSurface(dst []byte, s Surface) []byte {
	switch s.Op {
	case OpAppend:
		return append(dst, surfaceAppend...)
	case OpReplace:
		dst = append(dst, `,"surfaceOp":{"op":"replace","start":`...)
		dst = strconv.AppendInt(dst, s.Start, 10)
		dst = append(dst, `,"end":`...)
		return append(strconv.AppendInt(dst, s.End, 10), '}')
	default:
		return dst
	}
}

func appendSources(dst []byte, sources []int64) []byte {
	if len(sources) == 0 {
		return dst
	}
	dst = append(dst, `,"sourceEventSeqs":[`...)
	for i, seq := range sources {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, seq, 10)
	}
	return append(dst, ']')
}

type wireLine struct {
	Seq       *int64         `json:"seq"`
	Time      string         `json:"time"`
	Type      Type           `json:"type"`
	Data      jsontext.Value `json:"data"`
	SurfaceOp wireSurface    `json:"surfaceOp"`
	Sources   []int64        `json:"sourceEventSeqs"`
	Ignorable bool           `json:"ignorable"`
}

type wireSurface struct {
	Op    Op     `json:"op"`
	Start *int64 `json:"start"`
	End   *int64 `json:"end"`
}

// strictLine refuses members that this version does not know: a later writer that adds one has to
// raise the format version.
var strictLine = json.JoinOptions(json.RejectUnknownMembers(true))

// ParseLine reads one line, without or with its newline. It checks the form, not whether the event
// fits the log. Errors carry CodeCorrupt.
func ParseLine(line []byte) (Event, error) {
	if e, ok := parseQuick(line); ok {
		return e, nil
	}
	var w wireLine
	if err := json.Unmarshal(line, &w, strictLine); err != nil {
		return Event{}, &Error{Code: CodeCorrupt, Message: "the line is not an event", Err: err}
	}
	return w.event()
}

func (w *wireLine) event() (Event, error) {
	if w.Seq == nil || *w.Seq < 0 || !w.Type.valid() {
		return Event{}, fail(CodeCorrupt, "the line has no valid sequence number and type")
	}
	at, err := time.Parse(timeLayout, w.Time)
	if err != nil {
		return Event{}, &Error{Code: CodeCorrupt, Message: "the line has no valid time", Err: err}
	}
	data, err := objectValue([]byte(w.Data))
	if err != nil {
		return Event{}, err
	}
	surface, err := w.SurfaceOp.surface()
	if err != nil {
		return Event{}, err
	}
	return Event{
		Seq: *w.Seq, Time: at, Type: w.Type, Data: data,
		Surface: surface, Sources: w.Sources, Ignorable: w.Ignorable,
	}, nil
}

func objectValue(text []byte) (jsonvalue.Value, error) {
	data, err := jsonvalue.Parse(text)
	if err != nil {
		return data, &Error{Code: CodeCorrupt, Message: "the data is not lossless JSON", Err: err}
	}
	if data.Kind() != jsonvalue.KindObject {
		return data, fail(CodeCorrupt, "the data is not an object")
	}
	return data, nil
}

func (w wireSurface) surface() (Surface, error) {
	switch {
	case w == wireSurface{}:
		return Surface{}, nil
	case w.Op == OpAppend && w.Start == nil && w.End == nil:
		return Surface{Op: OpAppend}, nil
	case w.Op == OpReplace && w.Start != nil && w.End != nil:
		return Surface{Op: OpReplace, Start: *w.Start, End: *w.End}, nil
	default:
		return Surface{}, fail(CodeCorrupt, "the surface operation is none that this format has")
	}
}
