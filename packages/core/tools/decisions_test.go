package tools_test

import (
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools"
)

func TestDecisionsTellWhatTheyAre(t *testing.T) {
	var none tools.Decision
	if !none.Denies() || none.Allows() || none.Asks() {
		t.Error("the zero decision does not deny")
	}
	d := tools.DenyWith("no", tools.Info{Name: "N", Code: "C", UserReason: "u"})
	if info, ok := d.Info(); !d.Denies() || d.Reason() != "no" || !ok || info.UserReason != "u" {
		t.Errorf("got %+v", d)
	}
	var unset tools.PostDecision
	if unset.Accepts() || unset.Blocks() {
		t.Error("the zero post decision is one")
	}
	p := tools.Accept().WithContent(llm.TextContent("c")).WithContexts(llm.Message{ID: "m"})
	if c, ok := p.Content(); !p.Accepts() || !ok || c.Text() != "c" || len(p.Contexts()) != 1 {
		t.Errorf("got %+v", p)
	}
	if _, ok := p.Value(); ok {
		t.Error("a value was never given")
	}
	if v, ok := tools.Accept().WithValue(jsonvalue.Null()).Value(); !ok || !v.IsNull() {
		t.Error("a null value is a value")
	}
}
