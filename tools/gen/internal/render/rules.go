package render

import (
	"fmt"
	"path"
	"strings"

	"github.com/dsh-go/dsh/tools/gen/internal/model"
)

// RuleTable leads from each rule to its code and its tests.
func RuleTable(all []model.Rule) string {
	t := newTable("rule", "about", "said in", "proven by")
	for _, r := range all {
		proven := proofs(r.Tests)
		if r.Free && proven == "" {
			proven = "nothing is promised"
		}
		t.row(fmt.Sprintf("[%s](%s#%s)", r.ID, path.Base(r.Page), strings.ToLower(r.ID)), prose(r.Title),
			dirs(r.Code), proven)
	}
	return t.String()
}

// maxProofs is how many tests of a rule are shown.
const maxProofs = 4

func proofs(tests []string) string {
	var parts []string
	for i, test := range tests {
		if i == maxProofs {
			parts = append(parts, fmt.Sprintf("%d more", len(tests)-i))
			break
		}
		at, name, isFunction := strings.Cut(test, ": ")
		switch {
		case isFunction:
			parts = append(parts, fmt.Sprintf("[`%s`](%s%s)", name, up, at))
		case strings.HasPrefix(test, "packages/"), strings.HasPrefix(test, "conformance"), strings.HasPrefix(test, "cmd/"):
			parts = append(parts, dir(test))
		default:
			parts = append(parts, "cases "+code(test))
		}
	}
	return strings.Join(parts, ", ")
}

// RuleCount says how far the table is.
func RuleCount(all []model.Rule) string {
	code, proven, bare := 0, 0, 0
	for _, r := range all {
		if len(r.Code) > 0 {
			code++
		}
		if len(r.Tests) > 0 {
			proven++
		}
		if len(r.Code)+len(r.Tests) == 0 && !r.Free {
			bare++
		}
	}
	return fmt.Sprintf(
		"%d rules: %d are named by the code that does them, %d by tests, %d by neither.\n",
		len(all), code, proven, bare)
}
