package sandbox_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
)

func TestJobsSurviveTheWire(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOf(rapid.Map(rapid.SliceOf(rapid.Byte()),
			func(b []byte) string { return string(b) })) // any bytes, as paths are
		same, err := sandbox.RoundTrip(rapid.String().Draw(t, "path"), texts.Draw(t, "args"),
			texts.Draw(t, "env"), texts.Draw(t, "write"), rapid.IntRange(0, 64).Draw(t, "extra"),
			rapid.Bool().Draw(t, "flag"))
		if !same || err != nil {
			t.Fatalf("same %v, %v", same, err)
		}
	})
}

func FuzzReceive(f *testing.F) {
	f.Add([]byte{0, 0, 0, 1, 2})
	f.Add([]byte{0, 0, 0, 6, 2, 'x', 0xff, 0xff, 0xff, 0x7f})
	f.Fuzz(func(_ *testing.T, b []byte) { _ = sandbox.Receive(b) }) // no panic, no huge allocation
}
