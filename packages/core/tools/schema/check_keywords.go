package schema

import "github.com/dsh-go/dsh/packages/core/tools/schema/internal/loose"

// keyword is one of the keywords of the subset (R30).
type keyword uint8

const (
	kwProperties keyword = iota
	kwRequired
	kwAdditional
	kwItems
	kwEnum
	kwConst
	kwType
	kwOneOf
	kwDescription
	kwTitle
	kwDefault
	kwExamples
	keywordCount
)

// constraints are the keywords that need a type, in the order of reports (R32).
var constraints = [...]keyword{kwProperties, kwRequired, kwAdditional, kwItems, kwEnum, kwConst}

var keywordNames = [keywordCount]string{
	kwProperties: "properties", kwRequired: "required", kwAdditional: "additionalProperties",
	kwItems: "items", kwEnum: "enum", kwConst: "const", kwType: "type", kwOneOf: "oneOf",
	kwDescription: "description", kwTitle: "title", kwDefault: "default", kwExamples: "examples",
}

func keywordOf(name string) (keyword, bool) {
	for kw, have := range keywordNames {
		if have == name {
			return keyword(kw), true
		}
	}
	return 0, false
}

// keywords tells where in a node each keyword stands: its place counted from 1, 0 for none.
type keywords [keywordCount]int32

func (k *keywords) has(kw keyword) bool { return k[kw] != 0 }

// get returns what the keyword holds; absent when the node does not have it.
func (k *keywords) get(raw loose.Node, kw keyword) loose.Node {
	if k[kw] == 0 {
		return loose.Node{}
	}
	return raw.At(int(k[kw] - 1))
}

// keywords finds the keywords of a node and reports, in the order of the keys, those
// outside the subset and annotations that are not lossless; then what is no text (R32).
func (c *checker) keywords(raw loose.Node) (k keywords) {
	for i := range raw.Len() {
		name := raw.Name(i)
		kw, ok := keywordOf(name)
		if !ok {
			c.at(name, KindUnknownKeyword, "is outside the supported subset of JSON Schema: remove it")
			continue
		}
		k[kw] = int32(i + 1)
		if kw >= kwDescription && !raw.At(i).Clean() {
			c.at(name, KindAnnotationLossy, "must be lossless JSON")
		}
	}
	for _, kw := range [...]keyword{kwDescription, kwTitle} {
		if k.has(kw) && k.get(raw, kw).Kind() != loose.String {
			c.at(keywordNames[kw], KindAnnotationType, "must be a string")
		}
	}
	return k
}
