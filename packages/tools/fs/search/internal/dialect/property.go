package dialect

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// perl is the set of \d, \s or \w.
func perl(class rune, inUnicode bool) ranges {
	if !inUnicode {
		return asciiClass(map[rune]string{'d': "digit", 's': "space", 'w': "word"}[class])
	}
	switch class {
	case 'd':
		return fromTable(unicode.Nd)
	case 's':
		return fromTable(unicode.White_Space)
	}
	return union(alphabetic(), fromTable(unicode.M), fromTable(unicode.Nd), fromTable(unicode.Pc),
		fromTable(unicode.Join_Control))
}

func alphabetic() ranges {
	return union(fromTable(unicode.L), fromTable(unicode.Nl), fromTable(unicode.Other_Alphabetic))
}

// property is the set of a Unicode property by any of its spellings.
func property(name string) (ranges, bool) {
	if key, value, ok := strings.Cut(name, "="); ok {
		return keyed(squeeze(key), squeeze(value))
	}
	name = squeeze(name)
	if set, ok := derived(name); ok {
		return set, true
	}
	for _, tables := range []map[string]*unicode.RangeTable{
		unicode.Categories, unicode.Scripts, unicode.Properties,
	} {
		if set, ok := named(tables, name); ok {
			return set, true
		}
	}
	return nil, false
}

func keyed(key, value string) (ranges, bool) {
	switch key {
	case "sc", "script", "scx", "scriptextensions":
		return named(unicode.Scripts, value)
	case "gc", "generalcategory":
		return named(unicode.Categories, value)
	}
	return nil, false
}

func derived(name string) (ranges, bool) {
	switch name {
	case "any":
		return ranges{{0, utf8.MaxRune}}, true
	case "ascii":
		return ranges{{0, 0x7F}}, true
	case "assigned":
		return fromTable(unicode.Cn).negate(), true
	case "alphabetic", "alpha":
		return alphabetic(), true
	case "uppercase", "upper":
		return union(fromTable(unicode.Lu), fromTable(unicode.Other_Uppercase)), true
	case "lowercase", "lower":
		return union(fromTable(unicode.Ll), fromTable(unicode.Other_Lowercase)), true
	case "whitespace", "space":
		return fromTable(unicode.White_Space), true
	}
	return nil, false
}

// named finds a table whatever the case, spaces, hyphens and underscores of the name.
func named(tables map[string]*unicode.RangeTable, name string) (ranges, bool) {
	for alias, short := range unicode.CategoryAliases {
		if squeeze(alias) == name {
			name = squeeze(short)
		}
	}
	for spelled, table := range tables {
		if squeeze(spelled) == name {
			return fromTable(table), true
		}
	}
	return nil, false
}

func squeeze(name string) string {
	return strings.ToLower(strings.NewReplacer(" ", "", "_", "", "-", "").Replace(name))
}

// asciiClass is the set of a POSIX class, or nothing for an unknown name.
func asciiClass(name string) ranges {
	switch name {
	case "alnum":
		return ranges{{'0', '9'}, {'A', 'Z'}, {'a', 'z'}}
	case "alpha":
		return ranges{{'A', 'Z'}, {'a', 'z'}}
	case "ascii":
		return ranges{{0, 0x7F}}
	case "blank":
		return ranges{{'\t', '\t'}, {' ', ' '}}
	case "cntrl":
		return ranges{{0, 0x1F}, {0x7F, 0x7F}}
	case "digit":
		return ranges{{'0', '9'}}
	case "graph":
		return ranges{{'!', '~'}}
	case "lower":
		return ranges{{'a', 'z'}}
	case "print":
		return ranges{{' ', '~'}}
	case "punct":
		return ranges{{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}}
	case "space":
		return ranges{{'\t', '\r'}, {' ', ' '}}
	case "upper":
		return ranges{{'A', 'Z'}}
	case "word":
		return ranges{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}
	case "xdigit":
		return ranges{{'0', '9'}, {'A', 'F'}, {'a', 'f'}}
	}
	return nil
}
