package tools

// echoed is how many code points of a name that somebody else chose a message
// repeats: enough to recognise it, too few to drown the message.
const echoed = 200

// echo is such a name as messages repeat it.
func echo(name string) string {
	if len(name) <= echoed {
		return name
	}
	points := 0
	for i := range name {
		if points == echoed {
			return name[:i] + "…"
		}
		points++
	}
	return name
}
