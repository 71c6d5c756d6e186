package quickjs

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"
)

const (
	adviceEnum      = "write a constant object instead: const Color = { Red: 'red' } as const"
	adviceNamespace = "write a plain object or functions instead"
	adviceParameter = "declare the field in the class and assign it in the constructor"
	adviceImport    = "a program is the body of a function and cannot import or export: what it " +
		"can use is global"
	adviceJSX       = "JSX is not supported (%s:%d:%d): build the text with a template literal"
	adviceAsync     = "make the function async to use await in it"
	adviceDecorator = "decorators are not supported: call the function yourself"
	adviceUsing     = "using declarations are not supported: write try and finally"
)

// lazy compiles a pattern when it is first used, so that linking costs nothing.
func lazy(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// typeLike finds most programs with types; being wrong costs nothing but time.
var typeLike = lazy(`(?m)\b(?:interface|satisfies|enum)\s|\btype\s+\w+\s*[=<]|` +
	`[\w)\]}]\??:\s*(?:string|number|boolean|unknown|any|void|Array|Record|Promise|Map|Set)\b|` +
	`\bas\s+(?:const|any|unknown|string|number|\{|[A-Z])`)

// jsxLike finds an element where an expression begins. What has a parenthesis
// after it are type parameters.
var jsxLike = lazy(`(?:[=(?:,&|\[]|=>|\breturn)\s*` +
	`(<(?:>|[A-Za-z][\w.]*(?:\s+[\w-]+(?:\s*=\s*[{"'][^<>]*)?)*\s*/?>))(?:[^(]|$)`)

var awaitBefore = lazy(`(?:^|[^\w$.#])await[ \t]+$`)

// remedy says what to write instead of what a message refuses on a line, after a
// part of it.
func remedy(message, text string, line int, before string) string {
	has := func(part string) bool { return strings.Contains(message, part) }
	switch {
	case has("angle-bracket"):
		return "" // the parser says it
	case has("enum"):
		return adviceEnum
	case has("namespace"):
		return adviceNamespace
	case has("module code"):
		return adviceImport
	case has("parameter property"):
		return adviceParameter
	case has("await isn't allowed"), has("'await'"), awaitBefore().MatchString(before):
		return adviceAsync
	case has("import") && !strings.HasPrefix(message, "Unexpected token"): // which lists what may come
		return adviceImport
	case aboutUsing(message, before):
		return adviceUsing
	}
	return aboutJSX(text, line, before)
}

// aboutJSX is the advice on the last element up to a place.
func aboutJSX(text string, line int, before string) string {
	lines := strings.SplitAfterN(text, "\n", line+1)
	upTo := len(strings.Join(lines[:min(line-1, len(lines))], "")) + len(before)
	at := -1
	for _, m := range jsxLike().FindAllStringSubmatchIndex(text, -1) {
		if m[2] <= upTo {
			at = m[2]
		}
	}
	if at < 0 {
		return ""
	}
	return fmt.Sprintf(adviceJSX, programName, 1+strings.Count(text[:at], "\n"),
		utf8.RuneCountInString(lastLine(text[:at]))+1)
}

func advice(text string) string {
	if text == "" {
		return ""
	}
	return "\n" + text
}
