package fs

import (
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs/textdiff"
)

// DiffMeta is the metadata of a call that changed a file: what its card shows.
type DiffMeta struct {
	Diffs []tools.FileDiff `json:"diffs"`
}

// DiffsOf makes one entry for each changed place of the file at path.
func DiffsOf(path, before, after string) DiffMeta {
	hunks := textdiff.Hunks(before, after)
	meta := DiffMeta{Diffs: make([]tools.FileDiff, 0, len(hunks))}
	for _, h := range hunks {
		meta.Diffs = append(meta.Diffs, tools.FileDiff{Path: path, OldText: &h.OldText, NewText: h.NewText})
	}
	return meta
}

// DiffsIn reads the metadata back; nil when it is not that of a change.
func DiffsIn(meta jsonvalue.Value) []tools.FileDiff {
	var m DiffMeta
	if meta.Kind() != jsonvalue.KindObject || meta.Decode(&m) != nil {
		return nil
	}
	return m.Diffs
}
