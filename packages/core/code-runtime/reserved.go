package coderuntime

import "strings"

// The reserved names are those of every language a provider might run, so
// that a list of namespaces is valid on all of them or on none (P6b, P6c).
const (
	wordsECMAScript = `arguments async await break case catch class const continue debugger
		default delete do else enum eval export extends false finally for function if implements
		import in instanceof interface let new null package private protected public return
		static super switch this throw true try typeof var void while with yield`
	wordsPython = `False None True and as assert async await break case class continue def del
		elif else except finally for from global if import in is lambda match nonlocal not or
		pass raise return try type while with yield _`
	wordsProvider = `console __dsh_main__ __builtins__ __name__ __debug__ undefined NaN Infinity
		globalThis`
	wordsProperty = `name message stack args with_traceback add_note`
)

// Reserved reports whether a name can be neither the global of a namespace
// nor the name of an error class, on any provider (P6b, P6c).
func Reserved(name string) bool {
	return hasWord(wordsECMAScript, name) || hasWord(wordsPython, name) ||
		hasWord(wordsProvider, name)
}

// reservedProperty reports whether a memberNameProperty would hide a property
// that errors have in some language (P6e).
func reservedProperty(name string) bool {
	dunder := len(name) > 4 && strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__")
	return name == "" || dunder || hasWord(wordsProperty, name)
}

func hasWord(list, word string) bool {
	for w := range strings.FieldsSeq(list) {
		if w == word {
			return true
		}
	}
	return false
}
