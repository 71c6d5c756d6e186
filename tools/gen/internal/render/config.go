package render

import (
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/tools/gen/internal/model"
)

// PluginTable is one line for each plugin.
func PluginTable(all []model.Plugin) string {
	t := newTable("plugin", "what it is", "mounted by", "source")
	for _, p := range all {
		mounted := codes(p.Presets)
		if mounted == "" {
			mounted = "no built-in preset"
		}
		t.row(fmt.Sprintf("[`%s`](#%s)", p.Name, anchor(p.Name)), prose(p.Doc), mounted, dir(p.Package))
	}
	return t.String()
}

// Configuration is one section for each plugin.
func Configuration(all []model.Plugin) string {
	var b strings.Builder
	for _, p := range all {
		fmt.Fprintf(&b, "### %s\n\n", p.Name)
		if len(p.Fields) == 0 {
			b.WriteString("Has no members: `{}` is its only configuration.\n\n")
			continue
		}
		t := newTable("member", "type", "unit", "default", "meaning")
		for _, f := range p.Fields {
			t.row(code(f.Name), f.Type, f.Unit, code(f.Default), prose(f.Doc))
		}
		b.WriteString(t.String() + "\n")
	}
	return b.String()
}
