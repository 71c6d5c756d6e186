package coderuntime

// Namespace is one global object of the program whose members are host
// functions (P3).
type Namespace struct {
	// Global is the identifier the program sees, such as "tools".
	Global string
	// Members are the exact names of the functions. Any UTF-8 text is a name,
	// the empty one and __proto__ included (P7).
	Members []string
	// Invoke starts one call. It is called from the goroutine that runs the
	// program, in the order the program made its calls, so it must return at
	// once: it hands the call on, and somebody settles it later, from any
	// goroutine. A call that nobody settles leaves the program waiting until
	// a budget ends it.
	Invoke func(call *Call)
	// ErrorClass, when set, is the constructor of rejections; without one
	// they are plain errors that carry only the message (P70).
	ErrorClass *ErrorClass
}

// ErrorClass is the constructor that a program sees for failed calls (P66).
type ErrorClass struct {
	// Name is the identifier, such as "ToolCallError".
	Name string
	// MemberNameProperty is the own property that carries the name of the
	// failing member, such as "toolName".
	MemberNameProperty string
}
