package environ

import (
	"path"
	"strings"
)

// Rules say which inherited variables a command may see. The zero value is the default: secrets,
// managed names and shell start-up files are removed, everything else stays.
type Rules struct {
	// Allow lists names that stay although they look like secrets; * stands for any run of
	// characters ("TOKENIZERS_*"). Managed names and start-up files cannot be allowed.
	Allow []string
}

// secretWords mark a variable as secret wherever they stand in its name. Harmless names such as
// MONKEY_BARS are lost too; Allow brings them back.
func secretWords() []string { return []string{"KEY", "PASSWORD", "SECRET", "TOKEN"} }

// Managed is the prefix of the variables that only this package sets.
const Managed = "DSH_"

// Scrub returns the entries of environ (NAME=value) that the rules let through, in their order.
// BASH_ENV and ENV are always dropped: they name files that a shell would run first.
func Scrub(environ []string, r Rules) []string {
	kept := make([]string, 0, len(environ))
	for _, entry := range environ {
		name, _, ok := strings.Cut(entry, "=")
		if ok && name != "" && r.keeps(name) {
			kept = append(kept, entry)
		}
	}
	return kept
}

func (r Rules) keeps(name string) bool {
	upper := strings.ToUpper(name)
	switch {
	case strings.HasPrefix(upper, Managed), name == "BASH_ENV", name == "ENV":
		return false
	case r.allowed(name):
		return true
	}
	for _, word := range secretWords() {
		if strings.Contains(upper, word) {
			return false
		}
	}
	return true
}

func (r Rules) allowed(name string) bool {
	for _, pattern := range r.Allow {
		if ok, err := path.Match(pattern, name); ok && err == nil {
			return true
		}
	}
	return false
}
