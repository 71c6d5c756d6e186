package repeat

import (
	"slices"
	"strings"

	"github.com/dsh-go/dsh/packages/core/tools"
)

// CodeConfig: the configuration is out of range.
const CodeConfig tools.Code = "REPEAT_CONFIG"

// Config configures the policy. Zeros mean the defaults.
type Config struct {
	// Thresholds are the counts at which a reminder is given: 3, 5 and 8.
	Thresholds []int `json:"thresholds,omitempty"`
	// Include and Exclude are patterns of tool names, in which * stands for any
	// text. Tools that are left out neither count nor break a row.
	Include []string `json:"include,omitempty"`
	Exclude []string `json:"exclude,omitempty"`
	// ArgumentsPreviewChars is how much of the arguments is shown: 500 characters.
	ArgumentsPreviewChars int `json:"argumentsPreviewChars,omitzero"`
}

// Resolve returns the configuration with its defaults in place, thresholds sorted.
func (c Config) Resolve() Config {
	if c.Thresholds == nil {
		c.Thresholds = []int{3, 5, 8}
	}
	c.Thresholds = append([]int{}, c.Thresholds...)
	slices.Sort(c.Thresholds)
	if c.ArgumentsPreviewChars == 0 {
		c.ArgumentsPreviewChars = 500
	}
	return c
}

// Validate refuses thresholds that are empty, below 2 or given twice.
func (c Config) Validate() error {
	r := c.Resolve()
	unique := slices.Compact(slices.Clone(r.Thresholds))
	if len(r.Thresholds) == 0 || r.Thresholds[0] < 2 || len(unique) != len(r.Thresholds) || r.ArgumentsPreviewChars < 0 {
		return &tools.Error{
			Name: "ConfigError", Code: CodeConfig,
			Message: "thresholds must be one or more different numbers of 2 or more, and argumentsPreviewChars positive",
		}
	}
	return nil
}

// counts reports whether calls of a tool are counted.
func (c *Config) counts(name string) bool {
	return (len(c.Include) == 0 || matchesAny(c.Include, name)) && !matchesAny(c.Exclude, name)
}

func matchesAny(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(p, name) })
}

// matches compares the parts between the stars.
func matches(pattern, name string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == name
	}
	last := len(parts) - 1
	rest, ok := strings.CutPrefix(name, parts[0])
	if !ok || !strings.HasSuffix(rest, parts[last]) {
		return false
	}
	rest = strings.TrimSuffix(rest, parts[last])
	for _, part := range parts[1:last] {
		at := strings.Index(rest, part)
		if at < 0 {
			return false
		}
		rest = rest[at+len(part):]
	}
	return true
}
