package event

// Option changes how a listener is registered.
type Option func(*registration)

// registration is what the options of one On say.
type registration struct {
	label      string
	front      bool
	everywhere bool
}

// Label names the listener in errors and reports. Without it the listener is
// named like the scope it was registered through.
func Label(name string) Option {
	return func(r *registration) { r.label = name }
}

// Front puts the listener before all present ones. Listeners in front run newest
// first, then the others, oldest first.
func Front() Option {
	return func(r *registration) { r.front = true }
}

// Everywhere lets the listener hear of every dispatch, whatever its key. Without
// it a listener registered through a scope with a key hears only of that key and
// the keys below it (R73).
func Everywhere() Option {
	return func(r *registration) { r.everywhere = true }
}
