// Package rules leads from each rule of the specification to the code that says
// it and the tests that prove it.
//
// Rules are headings of the pages under docs/spec: "### R55", then a paragraph
// that starts with a title in bold. A comment in the code names a rule by its
// number, alone or in a range. A test names it in a comment, in its own name, or
// in the name of a case; or the rule names the test, in a line that starts with
// "Proof:", as a function (where several have the name, with the end of its
// directory in front: policy/spill:TestVectors) or as a case of a vector file. A
// rule that only says what is not promised has "Proof: nothing is promised."
package rules
