package provider

// Dialect says which parts of JSON Schema a provider takes in tool declarations. The zero value
// takes the least: one type to a node, no references, no const; it suits most servers.
//
// A projection may widen what a declaration allows, never narrow it: calls are checked against the
// tool's real schema, whatever the provider was told.
type Dialect struct {
	// TypeLists lets type be a list. Otherwise the alternatives become anyOf.
	TypeLists bool
	// Nullable writes the alternative null as "nullable": true and has no type null.
	Nullable bool
	// OneOf keeps oneOf. Otherwise it becomes anyOf.
	OneOf bool
	// Const keeps const. Otherwise it becomes an enum of one.
	Const bool
	// References keeps $ref and $defs. Otherwise references are resolved in place, and a tool whose
	// schema contains itself is left out.
	References bool
	// Closed keeps additionalProperties. Otherwise it is dropped.
	Closed bool
	// StringEnums drops an enum that has values other than texts.
	StringEnums bool
	// Only lists the keywords that are kept; nil keeps all that have no rule of their own.
	Only []string
	// LongestName is how long a tool's name may be; 0 means 64.
	LongestName int
}

// Compatible suits servers that follow the OpenAI protocol in one way or another.
func Compatible() Dialect { return Dialect{Closed: true} }

// Full takes all of JSON Schema below the root.
func Full() Dialect {
	return Dialect{TypeLists: true, OneOf: true, Const: true, References: true, Closed: true}
}

// Gemini suits Google's models behind their OpenAI-compatible endpoint.
func Gemini() Dialect {
	return Dialect{Nullable: true, StringEnums: true, Only: []string{
		"title", "description", "format", "minimum", "maximum", "minItems", "maxItems",
		"minLength", "maxLength", "minProperties", "maxProperties", "pattern", "nullable",
	}}
}

const defaultLongestName = 64

func (d Dialect) longestName() int { return orDefault(d.LongestName, defaultLongestName) }
