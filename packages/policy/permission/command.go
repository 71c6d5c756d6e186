package permission

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// longestCommand is the length, in bytes, above which a command is too long to be
// allowed by a pattern.
const longestCommand = 10_000

// command reports whether a shell text matches the patterns: strictly, all of it
// must, without redirections into files and without assignments; else one simple
// command suffices, and so does anything that cannot be understood.
func command(patterns []string, text string, strict bool) bool {
	script := readScript(text)
	if !strict {
		return script.opaque || slices.ContainsFunc(script.variants(), func(c string) bool {
			return globs(patterns, c)
		})
	}
	if script.opaque || script.effects || len(script.commands) == 0 || len(text) > longestCommand {
		return false
	}
	for _, words := range script.commands {
		if !globs(patterns, strings.Join(words, " ")) {
			return false
		}
	}
	return true
}

// script is what a shell text runs, as far as it can be told without running it.
type script struct {
	commands [][]string // the words of each simple command
	effects  bool       // writes by redirection, sets variables or defines functions
	opaque   bool       // something that cannot be told
}

func readScript(text string) *script {
	s := &script{}
	s.read(text, 0)
	return s
}

// deepest is how many scripts within scripts are followed.
const deepest = 8

func (s *script) read(text string, depth int) {
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil || depth > deepest {
		s.opaque = true
		return
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CallExpr:
			s.call(n, depth)
		case *syntax.Redirect:
			s.effects = s.effects || writes(n.Op)
		case *syntax.FuncDecl, *syntax.DeclClause:
			s.effects = true
		}
		return true
	})
}

func writes(op syntax.RedirOperator) bool {
	switch op {
	case syntax.RdrIn, syntax.DplIn, syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc, syntax.DplOut:
		return false
	}
	return true
}

func (s *script) call(c *syntax.CallExpr, depth int) {
	s.effects = s.effects || len(c.Assigns) > 0
	if len(c.Args) == 0 {
		return
	}
	words := make([]string, len(c.Args))
	literal := make([]bool, len(c.Args))
	for i, w := range c.Args {
		words[i], literal[i] = wordText(w)
	}
	s.commands = append(s.commands, words)
	if !literal[0] {
		s.opaque = true
		return
	}
	s.inner(words, literal, depth)
}

// inner follows the scripts that shells and eval are given.
func (s *script) inner(words []string, literal []bool, depth int) {
	switch name := path.Base(words[0]); name {
	case "eval":
		if slices.Contains(literal, false) {
			s.opaque = true
			return
		}
		s.read(strings.Join(words[1:], " "), depth+1)
	case "sh", "bash", "dash", "zsh", "ksh", "ash":
		for i, w := range words[1:] {
			if !strings.HasPrefix(w, "-") || strings.HasPrefix(w, "--") || !strings.Contains(w, "c") {
				continue
			}
			if i+2 >= len(words) || !literal[i+2] {
				s.opaque = true
				return
			}
			s.read(words[i+2], depth+1)
			return
		}
	}
}

// wordText returns a word without its quotes, and whether that is what the shell
// will see: a word with an expansion is not.
func wordText(w *syntax.Word) (string, bool) {
	var b strings.Builder
	literal := true
	var parts func([]syntax.WordPart)
	parts = func(list []syntax.WordPart) {
		for _, part := range list {
			switch p := part.(type) {
			case *syntax.Lit:
				b.WriteString(unescaped(p.Value))
			case *syntax.SglQuoted:
				b.WriteString(p.Value)
				literal = literal && !p.Dollar
			case *syntax.DblQuoted:
				parts(p.Parts)
			default:
				literal = false
				_ = syntax.NewPrinter().Print(&b, part) // a Builder takes everything
			}
		}
	}
	parts(w.Parts)
	return b.String(), literal
}

// unescaped takes away backslashes, so that r\m is rm.
func unescaped(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// variants are the texts under which a command may be known to a rule that
// refuses it: as written, by the program's base name, and without the programs
// that only start another one.
func (s *script) variants() []string {
	var all []string
	for _, words := range s.commands {
		for from := range words {
			if from > 0 && (!starts(words[0]) || strings.HasPrefix(words[from], "-")) {
				continue
			}
			tail := slices.Clone(words[from:])
			all = append(all, strings.Join(tail, " "))
			if base := path.Base(tail[0]); base != tail[0] {
				tail[0] = base
				all = append(all, strings.Join(tail, " "))
			}
		}
	}
	return all
}

// starts reports whether a program's purpose is to start another one.
func starts(name string) bool {
	switch path.Base(name) {
	case "sudo", "doas", "env", "nohup", "timeout", "xargs", "command", "builtin", "exec",
		"time", "nice", "ionice", "setsid", "stdbuf", "find", "parallel", "watch", "busybox":
		return true
	}
	return false
}
