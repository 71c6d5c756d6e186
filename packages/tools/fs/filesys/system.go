package filesys

import "context"

// Finder turns paths into targets and says what is there.
type Finder interface {
	Resolve(ctx context.Context, path, cwd string) (Target, error)
	Stat(ctx context.Context, t Target) (Info, error)
}

// Reader gives the content of files and directories.
type Reader interface {
	Open(ctx context.Context, t Target, verb Verb) (*File, error)
	ReadBytes(ctx context.Context, t Target, maxBytes int64) ([]byte, Info, error)
	List(ctx context.Context, t Target) ([]Entry, error)
}

// Writer changes files.
type Writer interface {
	Write(ctx context.Context, t Target, r WriteRequest) (WriteResult, error)
	Edit(ctx context.Context, t Target, r EditRequest) (EditResult, error)
}

// System is a file system for tools: the seam behind which another place can stand. The contracts
// are those of [Local]'s methods. Implementations are safe for concurrent use.
type System interface {
	Finder
	Reader
	Writer
	// NewSum starts a checksum that completes versions of this system.
	NewSum() *Sum
	// Confinement returns the mode of the wall round the system; ok is false when there is none.
	Confinement() (mode Mode, ok bool)
}

var (
	_ System = (*Local)(nil)
	_ System = (*Contained)(nil)
)
