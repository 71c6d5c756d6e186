package session

import (
	"bytes"
	"time"
)

// parseQuick reads a line in exactly the form that AppendLine writes, for the events that make up
// almost all of a log: those without sources and replacements. It reports false for everything
// else, good or bad, and leaves that to the general parser.
func parseQuick(line []byte) (Event, bool) {
	rest := bytes.TrimSuffix(line, []byte{'\n'})
	rest, ok := bytes.CutSuffix(rest, []byte{'}'})
	if !ok || !cutStart(&rest, seqStart) {
		return Event{}, false
	}
	e := Event{Seq: cutNumber(&rest)}
	if e.Seq < 0 || !cutStart(&rest, timeStart) || len(rest) < len(timeLayout) {
		return Event{}, false
	}
	var err error
	if e.Time, err = time.Parse(timeLayout, string(rest[:len(timeLayout)])); err != nil {
		return Event{}, false
	}
	rest = rest[len(timeLayout):]
	if !cutStart(&rest, typeStart) {
		return Event{}, false
	}
	if e.Type, ok = cutType(&rest); !ok {
		return Event{}, false
	}
	if cutStart(&rest, surfaceAppend) {
		e.Surface.Op = OpAppend
	}
	if !cutStart(&rest, dataStart) {
		return Event{}, false
	}
	e.Data, err = objectValue(rest)
	return e, err == nil
}

func cutStart(rest *[]byte, start string) bool {
	if len(*rest) < len(start) || string((*rest)[:len(start)]) != start {
		return false
	}
	*rest = (*rest)[len(start):]
	return true
}

// cutNumber reads up to eighteen digits without leading zeros, or returns -1.
func cutNumber(rest *[]byte) int64 {
	const mostDigits = 18
	text, n, i := *rest, int64(0), 0
	for i < len(text) && i < mostDigits && text[i] >= '0' && text[i] <= '9' {
		n = n*10 + int64(text[i]-'0')
		i++
	}
	if i == 0 || i > 1 && text[0] == '0' {
		return -1
	}
	*rest = text[i:]
	return n
}

// cutType reads the type and its closing quote. Known types are not copied.
func cutType(rest *[]byte) (Type, bool) {
	end := bytes.IndexByte(*rest, '"')
	if end < 0 {
		return "", false
	}
	name := (*rest)[:end]
	*rest = (*rest)[end+1:]
	for _, known := range builtinTypes {
		if string(name) == string(known) {
			return known, true
		}
	}
	t := Type(name)
	return t, t.valid()
}
