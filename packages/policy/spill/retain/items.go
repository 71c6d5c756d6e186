package retain

// Items keeps the first items that it is given. The zero value keeps none; set
// Max before the first Add. It is not safe for concurrent use.
type Items[T any] struct {
	// Max is how many items are kept. Negative values keep none.
	Max int

	kept    []T
	omitted int
}

// Add takes one more item, and reports whether it was kept.
func (r *Items[T]) Add(item T) bool {
	if len(r.kept) >= r.Max {
		r.omitted++
		return false
	}
	r.kept = append(r.kept, item)
	return true
}

// Kept returns the kept items in the order of adding. The slice belongs to r.
func (r *Items[T]) Kept() []T { return r.kept }

// Omitted returns how many items were left out.
func (r *Items[T]) Omitted() int { return r.omitted }
