package tools

import (
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
)

// CallView is a card for a call: [GenericCall], [TerminalCall] or [DiffCall]
// (R98). The set is closed. Cards are data for hosts; models never see them.
type CallView interface{ callView() }

// ResultView is a card for a result: [GenericResult], [TerminalResult],
// [DiffResult], [MatchesResult], [PathsResult], [ReadResult],
// [WebSearchResult] or [WebFetchResult]. The set is closed.
type ResultView interface{ resultView() }

// Presented is what a result card may be made from (R99): what was recorded,
// never the canonical value, so that replay shows the same card.
type Presented struct {
	Content llm.Content
	IsError bool
	// Meta is the recorded presentation metadata, absent if there is none.
	Meta jsonvalue.Value
}

// CallKind classes a generic call for icons and grouping.
type CallKind string

// The kinds of generic calls.
const (
	KindRead    CallKind = "read"
	KindEdit    CallKind = "edit"
	KindDelete  CallKind = "delete"
	KindMove    CallKind = "move"
	KindSearch  CallKind = "search"
	KindExecute CallKind = "execute"
	KindFetch   CallKind = "fetch"
	KindOther   CallKind = "other"
)

// Location is a place in a file; Line is 1-based, 0 if unknown.
type Location struct {
	Path string `json:"path"`
	Line int    `json:"line,omitzero"`
}

// FileDiff is one file's change. OldText is nil for a new file.
type FileDiff struct {
	Path    string  `json:"path"`
	OldText *string `json:"oldText"`
	NewText string  `json:"newText"`
}

// GenericCall is the card of any call without a better one.
type GenericCall struct {
	Title     string      `json:"title"`
	Kind      CallKind    `json:"kind,omitzero"`
	RawInput  any         `json:"rawInput,omitempty"`
	Content   llm.Content `json:"content,omitempty"`
	Locations []Location  `json:"locations,omitempty"`
}

// TerminalCall is the card of a command; Title is the command line.
type TerminalCall struct {
	Title       string `json:"title"`
	Description string `json:"description,omitzero"`
	Cwd         string `json:"cwd,omitzero"`
}

// DiffCall is the card of a change that is about to be made.
type DiffCall struct {
	Title     string     `json:"title"`
	Diffs     []FileDiff `json:"diffs"`
	Locations []Location `json:"locations,omitempty"`
}

// GenericResult is the card of any result without a better one.
type GenericResult struct {
	Title   string      `json:"title,omitzero"`
	Content llm.Content `json:"content,omitempty"`
}

// TerminalResult is a command's output; at most one of ExitCode and Signal is
// set.
type TerminalResult struct {
	Title    string `json:"title,omitzero"`
	Output   string `json:"output,omitzero"`
	ExitCode *int   `json:"exitCode,omitempty"`
	Signal   string `json:"signal,omitzero"`
}

// DiffResult is a change that was made.
type DiffResult struct {
	Title string     `json:"title,omitzero"`
	Diffs []FileDiff `json:"diffs"`
}

// LineMatch is one matching line, 1-based.
type LineMatch struct {
	LineNumber int    `json:"lineNumber"`
	Line       string `json:"line"`
}

// FileMatches are one file's matches.
type FileMatches struct {
	Path    string      `json:"path"`
	Matches []LineMatch `json:"matches"`
}

// MatchesResult is a content search; Total counts before truncation.
type MatchesResult struct {
	Title     string        `json:"title,omitzero"`
	Files     []FileMatches `json:"files"`
	Truncated bool          `json:"truncated"`
	Total     int           `json:"total"`
}

// PathsResult is a name search; Total counts before truncation.
type PathsResult struct {
	Title     string   `json:"title,omitzero"`
	Paths     []string `json:"paths"`
	Truncated bool     `json:"truncated"`
	Total     int      `json:"total"`
}

// NumberedLine is one line of a file, 1-based.
type NumberedLine struct {
	Number int    `json:"number"`
	Text   string `json:"text"`
}

// ReadResult is a window of a file. Offset is 1-based and kept when empty.
type ReadResult struct {
	Title      string         `json:"title,omitzero"`
	Path       string         `json:"path"`
	Offset     int            `json:"offset"`
	Lines      []NumberedLine `json:"lines"`
	TotalLines int            `json:"totalLines"`
	Lang       string         `json:"lang,omitzero"`
	Content    string         `json:"content,omitzero"`
}

// WebSource is one hit of a web search.
type WebSource struct {
	URL         string `json:"url"`
	Title       string `json:"title,omitzero"`
	Snippet     string `json:"snippet,omitzero"`
	PublishedAt string `json:"publishedAt,omitzero"`
}

// WebSearchResult is a web search.
type WebSearchResult struct {
	Title     string      `json:"title,omitzero"`
	Sources   []WebSource `json:"sources"`
	Answer    string      `json:"answer,omitzero"`
	Truncated bool        `json:"truncated"`
}

// WebFetchResult is a fetched page.
type WebFetchResult struct {
	Title      string `json:"title,omitzero"`
	URL        string `json:"url"`
	StatusCode int    `json:"statusCode"`
	Truncated  bool   `json:"truncated"`
}

func (GenericCall) callView()  {}
func (TerminalCall) callView() {}
func (DiffCall) callView()     {}

func (GenericResult) resultView()   {}
func (TerminalResult) resultView()  {}
func (DiffResult) resultView()      {}
func (MatchesResult) resultView()   {}
func (PathsResult) resultView()     {}
func (ReadResult) resultView()      {}
func (WebSearchResult) resultView() {}
func (WebFetchResult) resultView()  {}
