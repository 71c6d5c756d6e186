package jsonvalue_test

import (
	"fmt"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

func TestObject(t *testing.T) {
	var o jsonvalue.Object
	for i := range 40 {
		o.Set(fmt.Sprint("m", i%20), i)
	}
	if o.Len() != 20 {
		t.Errorf("%d members", o.Len())
	}
	at := 0
	for name, v := range o.Members() {
		if name != fmt.Sprint("m", at) || v != at+20 {
			t.Errorf("member %d is %s: %v", at, name, v)
		}
		if at++; at == 19 {
			break
		}
	}
	if v, ok := o.Get("m3"); v != 23 || !ok {
		t.Errorf("m3 = %v, %v", v, ok)
	}
	if _, ok := o.Get("m"); ok {
		t.Error("m exists")
	}
}

func TestNilObject(t *testing.T) {
	var o *jsonvalue.Object
	if _, ok := o.Get("a"); ok || o.Len() != 0 {
		t.Error("a nil object has members")
	}
	for range o.Members() {
		t.Error("a nil object has members")
	}
}
