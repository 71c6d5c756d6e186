package shapes

type Shape interface{ shape() }

type Circle struct{}

func (Circle) shape() {}

type Square struct{}

func (*Square) shape() {}

type hidden struct{}

func (hidden) shape() {}

type Open interface{ Area() int }

type Round interface {
	Shape
	round()
}

func (Circle) round() {}

func own(s Shape) {
	switch s.(type) { // want `the switch over Shape leaves out hidden`
	case Circle, *Square:
	}
}
