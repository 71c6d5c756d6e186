package filesys

// Expect is what a write demands of the target's state. The zero Expect is the strictest:
// [ExpectAbsent].
type Expect struct {
	kind    expectKind
	version Version
}

type expectKind uint8

const (
	expectAbsent expectKind = iota
	expectVersion
	expectAnything
)

// ExpectAbsent demands that nothing is there: the write creates the file or fails with
// CodeNotObserved.
func ExpectAbsent() Expect { return Expect{} }

// ExpectVersion demands that the file is still the one v was taken from, else CodeStaleVersion.
func ExpectVersion(v Version) Expect { return Expect{kind: expectVersion, version: v} }

// ExpectAnything makes no demand: whatever regular file is there is replaced.
func ExpectAnything() Expect { return Expect{kind: expectAnything} }

// Version returns the demanded version, if that is the demand.
func (e Expect) Version() (Version, bool) { return e.version, e.kind == expectVersion }
