package schema

import (
	"strconv"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

// Place spells a place in v as a [Violation] does. steps are the names and indexes on the
// way from the root, as a JSON pointer has them, unescaped; root is the root label. A step
// from an array is an index, every other a name, so the value tells "[0]" from ".0". It is
// for validators and decoders that report violations of their own.
func Place(v jsonvalue.Value, root string, steps []string) (path, pointer string) {
	p := rootPath(root)
	for _, step := range steps {
		if i, err := strconv.Atoi(step); err == nil && v.Kind() == jsonvalue.KindArray {
			p.item(i)
			v = v.Index(i)
			continue
		}
		p.member(step)
		v, _ = v.Get(step)
	}
	return p.shown(), string(p.pointer)
}
