package modules

import "strings"

// Named returns every module that the tables name.
func Named() []string {
	var dirs []string
	for _, entries := range layers {
		for _, entry := range entries {
			if !strings.HasSuffix(entry, "/") {
				dirs = append(dirs, entry)
			}
		}
	}
	for pair := range sideways {
		dirs = append(dirs, pair[0], pair[1])
	}
	for _, c := range contained {
		dirs = append(dirs, c.dirs...)
	}
	return append(dirs, testSupport...)
}
