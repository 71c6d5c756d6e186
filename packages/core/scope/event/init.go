package event

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
)

// Init names the events in the struct that events points to. An owner calls it
// once, in its constructor, before anyone dispatches. Each field of an event type
// must be exported and carry a tag event:"group/name", unique in the struct, of
// lower-case words joined by dashes; fields that are structs are searched too.
// The names label errors and reports.
//
// report receives what contained listeners do wrong, see [Notice]. It may be
// called concurrently and must not panic. With a nil report such failures go to
// the default logger.
//
// Init fails with [CodeDeclaration], joining all that is wrong and naming
// nothing; it also fails on events that are named already. It is the only part of
// the package that uses reflection.
func Init(events any, report func(Failure)) error {
	declared, err := declarations(events)
	if err != nil {
		return err
	}
	var wrong []error
	seen := make(map[string]string)
	for _, d := range declared {
		if err := d.validate(seen); err != nil {
			wrong = append(wrong, err)
		}
	}
	if len(wrong) > 0 {
		return errors.Join(wrong...)
	}
	for _, d := range declared {
		if !d.event.attach(&identity{name: d.tag, report: report}) {
			wrong = append(wrong, d.error("is named already; call Init once for each struct"))
		}
	}
	return errors.Join(wrong...)
}

// anyEvent is implemented by a pointer to each kind of event.
type anyEvent interface {
	attach(*identity) bool
	sighted() *sights
	name() string
}

// declaration is one field of an event type.
type declaration struct {
	field string
	tag   string
	event anyEvent // nil if the field is unexported
}

var tagForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*/[a-z0-9]+(-[a-z0-9]+)*$`)

func (d declaration) validate(seen map[string]string) error {
	first, twice := seen[d.tag]
	switch {
	case d.event == nil:
		return d.error("must be exported")
	case d.tag == "":
		return d.error(`needs a tag such as event:"group/name"`)
	case !tagForm.MatchString(d.tag):
		return d.error(`tag %q must look like "group/name", lower case`, d.tag)
	case twice:
		return d.error("tag %q is that of %s already", d.tag, first)
	case d.event.name() != "":
		return d.error("is named already; call Init once for each struct")
	}
	seen[d.tag] = d.field
	return nil
}

func (d declaration) error(format string, args ...any) error {
	return &Error{Code: CodeDeclaration, Label: d.field, Err: fmt.Errorf(format, args...)}
}

// declarations lists the events of a struct in the order of its fields.
func declarations(events any) ([]declaration, error) {
	v := reflect.ValueOf(events)
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return nil, &Error{Code: CodeDeclaration, Label: fmt.Sprintf("%T", events),
			Err: errors.New("need a pointer to a struct of events")}
	}
	found, err := collect(v.Elem(), v.Elem().Type().Name())
	if err == nil && len(found) == 0 {
		err = &Error{Code: CodeDeclaration, Label: fmt.Sprintf("%T", events),
			Err: errors.New("has no event among its fields")}
	}
	return found, err
}

var eventType = reflect.TypeFor[anyEvent]()

func collect(v reflect.Value, path string) (found []declaration, err error) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		d := declaration{field: path + "." + f.Name, tag: f.Tag.Get("event")}
		switch {
		case f.Type.Kind() == reflect.Pointer && f.Type.Implements(eventType):
			return nil, d.error("must hold the event itself, not a pointer")
		case reflect.PointerTo(f.Type).Implements(eventType):
			if v.Field(i).CanInterface() {
				d.event = v.Field(i).Addr().Interface().(anyEvent)
			}
			found = append(found, d)
		case d.tag != "":
			return nil, d.error("has an event tag but is no event")
		case f.Type.Kind() == reflect.Struct:
			inner, err := collect(v.Field(i), d.field)
			if err != nil {
				return nil, err
			}
			found = append(found, inner...)
		}
	}
	return found, nil
}
