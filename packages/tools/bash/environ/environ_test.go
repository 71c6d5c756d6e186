package environ_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dsh-go/dsh/packages/tools/bash/environ"
)

func TestScrubRemovesSecretsAndManagedNames(t *testing.T) {
	in := []string{
		"PATH=/bin", "API_KEY=x", "my_password=x", "Secretary=x", "GH_TOKEN=x", "dsh_x=1",
		"DSH_HOME=/h", "BASH_ENV=/f", "ENV=/f", "MONKEY_BARS=1", "TOKENIZERS_PARALLELISM=0",
		"EMPTY=", "=odd", "plain",
	}
	want := []string{"PATH=/bin", "EMPTY="}
	if diff := cmp.Diff(want, environ.Scrub(in, environ.Rules{})); diff != "" {
		t.Error(diff)
	}
	allow := environ.Rules{Allow: []string{"TOKENIZERS_*", "MONKEY_BARS", "DSH_HOME", "ENV", "["}}
	want = []string{"PATH=/bin", "MONKEY_BARS=1", "TOKENIZERS_PARALLELISM=0", "EMPTY="}
	if diff := cmp.Diff(want, environ.Scrub(in, allow)); diff != "" {
		t.Error(diff)
	}
}

func TestBuildLayersInOrder(t *testing.T) {
	base := []string{"A=1", "TERM=xterm", "PWD=/old", "OLDPWD=/older", "A=2", "GONE=1"}
	got := environ.Build(base, "/work dir",
		[]environ.Setting{{Name: "A", Value: "3"}, {Name: "GONE", Unset: true}, {Name: "NEW"}},
		[]environ.Setting{{Name: "NEW", Value: "4"}, {Name: "B=D", Value: "x"}, {Name: "N",
			Value: "a\x00b"}},
	)
	want := []string{"A=3", "TERM=dumb", "PWD=/work dir", "NO_COLOR=1", "PAGER=cat",
		"GIT_PAGER=cat", "NEW=4"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func contributor(name string, keys map[string]string, values map[string]string) environ.Contributor {
	return environ.Contributor{Name: name, Keys: keys,
		Collect: func(context.Context, environ.Call) (map[string]string, error) {
			return values, nil
		}}
}

func TestRegistryCollectsSorted(t *testing.T) {
	r := &environ.Registry{Home: "/home/dsh"}
	undo, err := r.Add(contributor("log", map[string]string{"DSH_A_LOG": "the log"},
		map[string]string{"DSH_A_LOG": "/l"}))
	if err != nil {
		t.Fatal(err)
	}
	got, err := r.Collect(t.Context(), environ.Call{Session: "s1"})
	if err != nil {
		t.Fatal(err)
	}
	want := []environ.Setting{{Name: "DSH_A_LOG", Value: "/l"}, {Name: "DSH_HOME",
		Value: "/home/dsh"}, {Name: "DSH_SESSION_ID", Value: "s1"}, {Name: "DSH_SHELL", Value: "1"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if n := len(r.Describe()); n != 4 {
		t.Errorf("described %d variables", n)
	}
	undo()
	if got, _ = r.Collect(t.Context(), environ.Call{}); len(got) != 2 {
		t.Errorf("after removal: %v", got)
	}
}

func TestRegistryRefuses(t *testing.T) {
	r := &environ.Registry{}
	ok := map[string]string{"DSH_ONE": "one"}
	if _, err := r.Add(contributor("one", ok, nil)); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]environ.Contributor{
		"no name":       contributor("", ok, nil),
		"same name":     contributor("one", map[string]string{"DSH_TWO": "two"}, nil),
		"taken key":     contributor("two", ok, nil),
		"reserved key":  contributor("two", map[string]string{"DSH_HOME": "x"}, nil),
		"foreign key":   contributor("two", map[string]string{"HOME": "x"}, nil),
		"small letters": contributor("two", map[string]string{"DSH_x": "x"}, nil),
		"bare prefix":   contributor("two", map[string]string{"DSH_": "x"}, nil),
		"no text":       contributor("two", map[string]string{"DSH_TWO": " "}, nil),
		"no keys":       contributor("two", nil, nil),
		"no function":   {Name: "two", Keys: map[string]string{"DSH_TWO": "two"}},
	} {
		_, err := r.Add(c)
		if e, ok := errors.AsType[*environ.Error](err); !ok || e.Code != environ.CodeRegistration {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRegistryFailsTheCallOnAWrongContribution(t *testing.T) {
	boom := errors.New("boom")
	for name, c := range map[string]environ.Contributor{
		"undeclared": contributor("c", map[string]string{"DSH_A": "a"}, map[string]string{"DSH_B": "1"}),
		"failing": {Name: "c", Keys: map[string]string{"DSH_A": "a"},
			Collect: func(context.Context, environ.Call) (map[string]string, error) {
				return nil, boom
			}},
	} {
		r := &environ.Registry{}
		if _, err := r.Add(c); err != nil {
			t.Fatal(err)
		}
		_, err := r.Collect(t.Context(), environ.Call{})
		e, ok := errors.AsType[*environ.Error](err)
		if !ok || e.Code != environ.CodeCollect {
			t.Errorf("%s: %v", name, err)
		}
		if name == "failing" && !errors.Is(err, boom) {
			t.Errorf("cause lost: %v", err)
		}
	}
}
