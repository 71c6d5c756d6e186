package presets

import "github.com/goccy/go-yaml/ast"

// unwrap takes anchors and tags off a value.
func unwrap(n ast.Node) ast.Node {
	for {
		switch w := n.(type) {
		case *ast.AnchorNode:
			n = w.Value
		case *ast.TagNode:
			n = w.Value
		default:
			return n
		}
	}
}

// mapping returns the members of a mapping, none of anything else.
func mapping(n ast.Node) []*ast.MappingValueNode {
	switch m := unwrap(n).(type) {
	case *ast.MappingNode:
		return m.Values
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{m}
	}
	return nil
}

// is tells whether a value is of a kind, in the words of the errors. A value that
// is null or stands elsewhere is left to the decoder.
func is(n ast.Node, kind string) bool {
	n = unwrap(n)
	switch n.Type() {
	case ast.NullType, ast.AliasType:
		return true
	case ast.MappingType, ast.MappingValueType:
		return kind == "a mapping"
	case ast.SequenceType:
		return kind == "a list"
	case ast.BoolType:
		return kind == "true or false"
	case ast.StringType, ast.LiteralType:
		return kind == "a name"
	}
	return false
}

// line is where a value begins, counted from 1.
func line(n ast.Node) int {
	for _, m := range mapping(n)[:min(1, len(mapping(n)))] {
		return m.Key.GetToken().Position.Line // not where its first colon is
	}
	return n.GetToken().Position.Line
}
