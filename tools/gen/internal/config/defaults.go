package config

import (
	"fmt"
	"reflect"

	"github.com/go-json-experiment/json"
)

// resolvers are the methods by which a configuration says what holds where it
// is silent; each returns the same type.
var resolvers = []string{"Resolve", "WithDefaults"}

// defaultsOf asks a linked plugin for its configuration with the defaults in
// place.
func defaultsOf(l Linked) reflect.Value {
	v := reflect.ValueOf(l.Plugin.Config())
	for v.IsValid() && v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if !v.IsValid() {
		return v
	}
	return resolved(v)
}

func resolved(v reflect.Value) reflect.Value {
	for _, name := range resolvers {
		m := v.MethodByName(name)
		if m.IsValid() && m.Type().NumIn() == 0 && m.Type().NumOut() == 1 && m.Type().Out(0) == v.Type() {
			return m.Call(nil)[0]
		}
	}
	return v
}

// defaultOf returns the JSON text of the default at a path of Go fields, "" if
// there is none.
func (w *walker) defaultOf(path []string) string {
	v := w.defaults
	for _, name := range path {
		if v.IsValid() && v.Kind() == reflect.Pointer {
			v = v.Elem()
		}
		if !v.IsValid() || v.Kind() != reflect.Struct {
			return ""
		}
		if v = v.FieldByName(name); !v.IsValid() {
			return ""
		}
		v = resolvedInside(v)
	}
	if !v.IsValid() || !v.CanInterface() {
		return ""
	}
	text, err := json.Marshal(v.Interface())
	if err != nil {
		return fmt.Sprint(v.Interface())
	}
	return string(text)
}

// resolvedInside resolves a nested configuration, as its owner would.
func resolvedInside(v reflect.Value) reflect.Value {
	if v.Kind() == reflect.Struct && v.CanInterface() {
		return resolved(v)
	}
	return v
}
