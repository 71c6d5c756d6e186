package filesys

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"
)

// bom is the byte order mark of UTF-8, which text never includes.
const bom = "\uFEFF"

// diffBasis reads the old text for a diff. It gives up on anything unusual: the write goes on
// without a basis.
func (p *place) diffBasis(newSize int64) (string, bool) {
	limit := p.local.config.DiffBasisMaxBytes
	if p.info.Size >= limit || newSize >= limit {
		return "", false
	}
	file, err := p.dir.Open(p.base)
	if err != nil {
		return "", false
	}
	defer file.Close()
	old := make([]byte, p.info.Size+1)
	n, err := io.ReadFull(file, old)
	if err != io.ErrUnexpectedEOF && err != io.EOF || int64(n) != p.info.Size {
		return "", false
	}
	if old = old[:n]; bytes.IndexByte(old, 0) >= 0 || !utf8.Valid(old) {
		return "", false
	}
	return normalize(strings.TrimPrefix(string(old), bom)), true
}
