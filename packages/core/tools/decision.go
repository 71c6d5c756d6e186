package tools

type decisionKind uint8

const (
	decisionNone decisionKind = iota
	decisionAllow
	decisionDeny
	decisionAsk
)

// Decision is what a tools/pre-execute policy answers: [Allow], [Deny],
// [DenyWith] or [Ask]. The zero Decision is no answer and denies the call with
// [CodeNoDecision] (decision U1).
type Decision struct {
	kind   decisionKind
	reason string
	info   *Info
}

// Allow lets the call go on to the guards.
func Allow() Decision { return Decision{kind: decisionAllow} }

// Deny refuses the call. The model reads "Error: " and the reason.
func Deny(reason string) Decision { return Decision{kind: decisionDeny, reason: reason} }

// DenyWith is [Deny] with structured detail for the record and the user, which
// the model does not read (R71).
func DenyWith(reason string, info Info) Decision {
	return Decision{kind: decisionDeny, reason: reason, info: &info}
}

// Ask sends the call to the approval service (R60). The reason is shown to
// whoever decides, and denies the call where there is nobody to ask; empty
// means a text that names the tool.
func Ask(reason string) Decision { return Decision{kind: decisionAsk, reason: reason} }

// Allows reports whether the decision is [Allow].
func (d Decision) Allows() bool { return d.kind == decisionAllow }

// Denies reports whether the decision refuses the call; the zero Decision does.
func (d Decision) Denies() bool { return d.kind == decisionDeny || d.kind == decisionNone }

// Asks reports whether the decision is [Ask].
func (d Decision) Asks() bool { return d.kind == decisionAsk }

// Reason returns the text given with [Deny] or [Ask].
func (d Decision) Reason() string { return d.reason }

// Info returns the detail given with [DenyWith].
func (d Decision) Info() (Info, bool) {
	if d.info == nil {
		return Info{}, false
	}
	return *d.info, true
}
