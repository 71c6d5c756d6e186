package loose

import (
	"errors"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

// ErrUnclean is returned by [Node.Value] for a node that is not lossless JSON.
var ErrUnclean = errors.New("not lossless JSON")

// Value returns the node as a JSON value and fails for an unclean one. Parts that are
// shared in memory are converted once and stay shared.
func (n Node) Value() (jsonvalue.Value, error) {
	c := converter{}
	return c.node(n)
}

// converter remembers the boxes that were converted.
type converter map[*Box]jsonvalue.Value

func (c converter) node(n Node) (jsonvalue.Value, error) {
	switch {
	case !n.Clean():
		return jsonvalue.Value{}, ErrUnclean
	case n.box == nil:
		return n.value, nil
	}
	if v, ok := c[n.box]; ok {
		return v, nil
	}
	v, err := c.container(n.box)
	if err == nil {
		c[n.box] = v
	}
	return v, err
}

func (c converter) container(b *Box) (jsonvalue.Value, error) {
	if b.kind == Array {
		items := make([]jsonvalue.Value, len(b.nodes))
		for i, item := range b.nodes {
			v, err := c.node(item)
			if err != nil {
				return v, err
			}
			items[i] = v
		}
		return jsonvalue.Array(items...), nil
	}
	members := make([]jsonvalue.Member, len(b.nodes))
	for i, member := range b.nodes {
		v, err := c.node(member)
		if err != nil {
			return v, err
		}
		members[i] = jsonvalue.Member{Name: b.names[i], Value: v}
	}
	return jsonvalue.NewObject(members...), nil
}
