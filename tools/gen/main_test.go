package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		args    []string
		command string
		check   bool
	}{
		{nil, "all", false},
		{[]string{"-check"}, "all", true},
		{[]string{"-check", "docs"}, "docs", true},
		{[]string{"modules", "-check"}, "modules", true},
		{[]string{"-root", "/x", "api"}, "api", false},
		{[]string{"site", "/y"}, "site", false},
	} {
		command, o, err := parse(c.args, nil)
		if err != nil || command != c.command || o.Check != c.check {
			t.Errorf("%q: %q %+v %v", c.args, command, o, err)
		}
	}
}

func TestMisuse(t *testing.T) {
	for want, args := range map[string][]string{
		`no command is named "dcos"`: {"dcos"},
		`unexpected "docs"`:          {"modules", "docs"},
		"not defined":                {"-chek"},
		"site needs a directory":     {"site"},
		`unexpected "z"`:             {"site", "/y", "z"},
	} {
		var log bytes.Buffer
		if code := run(t.Context(), args, nil, &log); code != 2 || !strings.Contains(log.String(), want) || !strings.Contains(log.String(), "usage:") {
			t.Errorf("%q: exit %d, %s", args, code, log.String())
		}
	}
}
