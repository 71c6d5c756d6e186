package schema_test

// checkedByHand is the check of the twenty fields as one would write it for a decoded
// value: the measure for the compiled schema.
func checkedByHand(v any) bool {
	m, ok := v.(map[string]any)
	if !ok || !isText(m["id"]) || !isText(m["title"]) || !isInteger(m["count"]) || !isNumber(m["ratio"]) {
		return false
	}
	if _, ok := m["enabled"].(bool); !ok {
		return false
	}
	if mode, ok := m["mode"].(string); !ok || mode != "fast" && mode != "safe" && mode != "dry" {
		return false
	}
	if note, ok := m["note"]; ok && !isText(note) {
		return false
	}
	tags, ok := m["tags"].([]any)
	if !ok {
		return false
	}
	for _, tag := range tags {
		if !isText(tag) {
			return false
		}
	}
	return ownerByHand(m["owner"]) && limitsByHand(m["limits"]) && itemsByHand(m["items"])
}

func ownerByHand(v any) bool {
	m, ok := objectOf(v, 4)
	if !ok || !isText(m["name"]) || !isText(m["email"]) || !isInteger(m["age"]) {
		return false
	}
	a, ok := objectOf(m["address"], 4)
	return ok && isText(a["street"]) && isText(a["city"]) && isText(a["zip"]) && isText(a["country"])
}

func limitsByHand(v any) bool {
	m, ok := objectOf(v, 3)
	return ok && isInteger(m["maxRetries"]) && isNumber(m["timeoutMs"]) && isInteger(m["burst"])
}

func itemsByHand(v any) bool {
	items, ok := v.([]any)
	if !ok {
		return false
	}
	for _, item := range items {
		if m, ok := objectOf(item, 2); !ok || !isText(m["key"]) || !isNumber(m["value"]) {
			return false
		}
	}
	return true
}

func objectOf(v any, size int) (map[string]any, bool) {
	m, ok := v.(map[string]any)
	return m, ok && len(m) == size
}

func isText(v any) bool   { _, ok := v.(string); return ok }
func isNumber(v any) bool { _, ok := v.(float64); return ok }
func isInteger(v any) bool {
	f, ok := v.(float64)
	return ok && f == float64(int64(f))
}
