package coderuntime

import (
	"fmt"
	"unicode/utf8"
)

// Validate checks the rules of P6 and gives the first violation as an
// [Error] whose code names the rule and whose message names the value.
// Providers call it before they look at anything else.
func (r Request) Validate() error {
	globals := make(map[string]bool, len(r.Namespaces))
	for _, n := range r.Namespaces {
		if err := n.validateGlobal(globals); err != nil {
			return err
		}
		globals[n.Global] = true
	}
	classes := map[string]bool{}
	for _, n := range r.Namespaces {
		if err := n.validateClass(globals, classes); err != nil {
			return err
		}
		if err := n.validateMembers(); err != nil {
			return err
		}
	}
	return nil
}

func (n Namespace) validateGlobal(taken map[string]bool) error {
	switch {
	case !identifier(n.Global):
		return misuse(CodeGlobalInvalid, "namespace global %q is not an identifier "+
			"([A-Za-z_][A-Za-z0-9_]*)", n.Global)
	case Reserved(n.Global):
		return misuse(CodeGlobalReserved, "namespace global %q is a reserved name", n.Global)
	case taken[n.Global]:
		return misuse(CodeGlobalTaken, "namespace global %q is declared twice", n.Global)
	}
	return nil
}

func (n Namespace) validateClass(globals, classes map[string]bool) error {
	class := n.ErrorClass
	switch {
	case class == nil:
		return nil
	case !identifier(class.Name):
		return misuse(CodeErrorClassInvalid, "error class %q of namespace %q is not an "+
			"identifier ([A-Za-z_][A-Za-z0-9_]*)", class.Name, n.Global)
	case Reserved(class.Name):
		return misuse(CodeErrorClassReserved, "error class %q of namespace %q is a reserved name",
			class.Name, n.Global)
	case globals[class.Name] || classes[class.Name]:
		return misuse(CodeErrorClassTaken, "error class %q of namespace %q is declared twice",
			class.Name, n.Global)
	case reservedProperty(class.MemberNameProperty) || !utf8.ValidString(class.MemberNameProperty):
		return misuse(CodeMemberProperty, "memberNameProperty %q of error class %q is empty or "+
			"reserved", class.MemberNameProperty, class.Name)
	}
	classes[class.Name] = true
	return nil
}

func (n Namespace) validateMembers() error {
	if len(n.Members) > 0 && n.Invoke == nil {
		return misuse(CodeInvoke, "namespace %q has members but no Invoke function", n.Global)
	}
	seen := make(map[string]bool, len(n.Members))
	for _, m := range n.Members {
		switch {
		case !utf8.ValidString(m):
			return misuse(CodeMember, "member %q of namespace %q is not UTF-8", m, n.Global)
		case seen[m]:
			return misuse(CodeMember, "member %q of namespace %q is declared twice", m, n.Global)
		}
		seen[m] = true
	}
	return nil
}

func identifier(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

func misuse(code Code, format string, args ...any) error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}
