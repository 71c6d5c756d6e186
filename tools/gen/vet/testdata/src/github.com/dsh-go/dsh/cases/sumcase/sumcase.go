package sumcase

import "github.com/dsh-go/dsh/packages/shapes"

func all(s shapes.Shape) int {
	switch s := s.(type) {
	case shapes.Circle:
		_ = s
		return 1
	case *shapes.Square:
		return 2
	}
	return 0
}

func some(s shapes.Shape) int {
	switch s.(type) { // want `the switch over Shape leaves out \*Square: add the cases`
	case shapes.Circle:
		return 1
	}
	return 0
}

func otherwise(s shapes.Shape) int {
	switch s.(type) { // want `the switch over Shape leaves out Circle`
	case *shapes.Square:
		return 1
	default:
		return 0
	}
}

func marked(s shapes.Shape) int {
	switch s.(type) {
	case *shapes.Square:
		return 1
	default: //dsh:rest everything else has no corners
		return 0
	}
}

func through(s shapes.Shape) int {
	switch s.(type) {
	case shapes.Round:
		return 1
	case *shapes.Square:
		return 2
	}
	return 0
}

func open(o shapes.Open, v any) {
	switch o.(type) {
	case nil:
	}
	switch v.(type) {
	case int:
	}
}
