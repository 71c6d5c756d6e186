package session

// GoodPrefix returns how many events, from the first on, form a log, and what is wrong with the
// next one, nil when nothing is. Tools that mend logs use it; types that nobody declared are let
// through.
func GoodPrefix(events []Event) (int, error) {
	var h history
	for i, e := range events {
		if err := h.take(e, nil); err != nil {
			return i, err
		}
	}
	return len(events), nil
}
