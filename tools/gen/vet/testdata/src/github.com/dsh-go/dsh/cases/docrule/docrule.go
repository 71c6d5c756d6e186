package docrule

// Good has a comment.
type Good struct{}

type Bad struct{} // want `exported type Bad has no comment`

// Grouped constants have one comment.
const (
	One = 1
	Two = 2
)

const (
	// Three has its own.
	Three = 3
	Four  = 4 // Four stands behind.
	Five, // want `exported const Five has no comment`
	_ = 5, 6
)

var Global, // want `exported var Global has no comment`
	_ int

// Documented is.
func Documented() {}

func Undocumented() {} // want `exported function Undocumented has no comment: say what it is`

func (Good) Method() {} // want `exported method Method has no comment`

func (Good) Error() string { return "" }

type private struct{}

func (private) Method() {}

type Generic[T any] struct{} // want `exported type Generic has no comment`

func (*Generic[T]) Do() {} // want `exported method Do has no comment`
