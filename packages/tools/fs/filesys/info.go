package filesys

import (
	"context"
	"errors"
	"io/fs"
	"os"
)

// Kind is what stands at a path.
type Kind uint8

// The kinds. The zero Kind is that of a path with nothing there.
const (
	KindMissing Kind = iota
	KindFile
	KindDirectory
	// KindOther is a device, pipe or socket, and in listings a link that leads nowhere.
	KindOther
)

// Info describes what stands at a path. The zero Info says that nothing does.
type Info struct {
	Kind Kind
	// Version has no checksum.
	Version Version
	// Size is in bytes.
	Size int64
	Mode fs.FileMode
}

// Stat describes the target, following links. A missing target is the zero Info without an error.
func (l *Local) Stat(ctx context.Context, t Target) (Info, error) {
	if ctx.Err() != nil {
		return Info{}, Aborted(VerbStat, context.Cause(ctx))
	}
	info, err := describe(os.Stat(t.Key))
	return info, Translate(VerbStat, t.Display, err)
}

func describe(info fs.FileInfo, err error) (Info, error) {
	if errors.Is(err, fs.ErrNotExist) || isNotDirectory(err) {
		return Info{}, nil
	}
	if err != nil {
		return Info{}, err
	}
	return infoOf(info), nil
}

func infoOf(info fs.FileInfo) Info {
	return Info{
		Kind: kindOf(info.Mode()), Version: versionOf(info), Size: info.Size(), Mode: info.Mode(),
	}
}

func kindOf(mode fs.FileMode) Kind {
	switch {
	case mode.IsRegular():
		return KindFile
	case mode.IsDir():
		return KindDirectory
	}
	return KindOther
}
