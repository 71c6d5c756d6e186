package schema

// Kind says what a [Violation] is about. The strings are stable: they may be compared,
// stored, and matched by test suites.
type Kind string

// The kinds of a value that does not satisfy its schema (R33).
const (
	// KindType is the wrong JSON type for the node.
	KindType Kind = "type"
	// KindMissing is a required member that is not there.
	KindMissing Kind = "missing"
	// KindUndeclared is a member that a closed object does not declare.
	KindUndeclared Kind = "undeclared"
	// KindEnum is a value outside the enum.
	KindEnum Kind = "enum"
	// KindConst is a value other than the constant.
	KindConst Kind = "const"
	// KindOneOf is a value that matches no branch of a union, or more than one.
	KindOneOf Kind = "oneOf"
	// KindNonFinite is NaN, an infinity or negative zero where a number belongs.
	KindNonFinite Kind = "non-finite"
	// KindLossless is a value that JSON text cannot carry there and back.
	KindLossless Kind = "lossless"
)

// The kinds of a schema outside the enforced subset (R30–R32, R37).
const (
	// KindNotASchema is a node that is no keyed record.
	KindNotASchema Kind = "not-a-schema"
	// KindCircular is a node that contains itself; also an author kind.
	KindCircular Kind = "circular"
	// KindUnknownKeyword is a keyword outside the subset.
	KindUnknownKeyword Kind = "unknown-keyword"
	// KindAnnotationLossy is an annotation that is not lossless JSON.
	KindAnnotationLossy Kind = "annotation-lossy"
	// KindAnnotationType is a description or title that is not text.
	KindAnnotationType Kind = "annotation-type"
	// KindTypeAndOneOf is a node with both type and oneOf; also an author kind.
	KindTypeAndOneOf Kind = "type-and-oneOf"
	// KindNeedsType is a constraint in a node with neither type nor oneOf.
	KindNeedsType Kind = "needs-type"
	// KindBesideOneOf is a constraint next to oneOf.
	KindBesideOneOf Kind = "beside-oneOf"
	// KindOneOfShape is a oneOf that is no list of two or more branches.
	KindOneOfShape Kind = "oneOf-shape"
	// KindTypeArray is a list of types.
	KindTypeArray Kind = "type-array"
	// KindTypeUnknown is a type that is none of the seven names.
	KindTypeUnknown Kind = "type-unknown"
	// KindMisplacedKeyword is a constraint that does not fit the node's type.
	KindMisplacedKeyword Kind = "misplaced-keyword"
	// KindPropertiesShape is a properties that is no keyed record.
	KindPropertiesShape Kind = "properties-shape"
	// KindRequiredShape is a required that is no list of strings.
	KindRequiredShape Kind = "required-shape"
	// KindRequiredUndeclared is a required name without a member; see Violation.Name.
	KindRequiredUndeclared Kind = "required-undeclared"
	// KindOpennessShape is an additionalProperties that is no boolean.
	KindOpennessShape Kind = "openness-shape"
	// KindEnumShape is an enum that is no filled list of literals of the node's type.
	KindEnumShape Kind = "enum-shape"
	// KindConstType is a const that is no literal of the node's type.
	KindConstType Kind = "const-type"
	// KindConstNotInEnum is a const that a well-formed enum does not hold.
	KindConstNotInEnum Kind = "const-not-in-enum"
	// KindObjectRoot is a root other than an object where one is demanded.
	KindObjectRoot Kind = "object-root"
	// KindTooDeep is nesting beyond [MaxDepth].
	KindTooDeep Kind = "too-deep"
	// KindTooLarge is a schema that repeats shared parts beyond [MaxNodes].
	KindTooLarge Kind = "too-large"
)

// The kinds of a mistake in the authoring form (R21).
const (
	// KindNotARecord is a node that is no keyed record.
	KindNotARecord Kind = "not-a-record"
	// KindNotAMap is a property map that is no keyed record.
	KindNotAMap Kind = "not-a-map"
	// KindUnknownKey is a key that this kind of node does not have.
	KindUnknownKey Kind = "unknown-key"
	// KindRequiredNotTrue is a member's required with a value other than true.
	KindRequiredNotTrue Kind = "required-not-true"
	// KindOneOfNotArray is a oneOf that is no list.
	KindOneOfNotArray Kind = "oneOf-not-array"
	// KindOpennessMissing is an object that does not say whether it is open.
	KindOpennessMissing Kind = "openness-missing"
	// KindEnumNotArray is an enum that is no list.
	KindEnumNotArray Kind = "enum-not-array"
	// KindUnknownType is a type that is absent or none of the eight names.
	KindUnknownType Kind = "unknown-type"
	// KindDuplicateMember is a property that Go code declared twice.
	KindDuplicateMember Kind = "duplicate-member"
	// KindGoType is a Go type that the subset cannot express.
	KindGoType Kind = "go-type"
)

// KindTruncated marks the last of a list of violations that became too long to give in
// full.
const KindTruncated Kind = "truncated"
