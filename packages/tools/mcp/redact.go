package mcp

import (
	"net/url"
	"slices"
	"strings"
)

const redacted = "[redacted]"

// minSecret is the length below which a text is too common to be taken out of
// messages; such values are no secrets worth the name.
const minSecret = 4

// redactor takes a server's secrets out of texts that are shown: what its
// configuration took from the environment, its headers and variables, and what
// its address carries.
type redactor struct{ replacer *strings.Replacer }

func newRedactor(secrets []string) redactor {
	tooShort := func(s string) bool { return len(s) < minSecret }
	secrets = slices.DeleteFunc(slices.Clone(secrets), tooShort)
	slices.SortFunc(secrets, func(a, b string) int { return len(b) - len(a) })
	var pairs []string
	for _, s := range slices.Compact(secrets) {
		pairs = append(pairs, s, redacted)
	}
	return redactor{strings.NewReplacer(pairs...)}
}

func (r redactor) text(s string) string {
	if r.replacer == nil {
		return s
	}
	return r.replacer.Replace(s)
}

// err returns an error with the same code and a redacted text. The original is
// dropped: its parts would print what was taken out.
func (r redactor) err(err error) error {
	if err == nil {
		return nil
	}
	return plainError(r.text(err.Error()))
}

type plainError string

func (e plainError) Error() string { return string(e) }

// urlSecrets returns the parts of an address that may be secret.
func urlSecrets(address string) []string {
	u, err := url.Parse(address)
	if err != nil {
		return nil
	}
	var secrets []string
	if password, ok := u.User.Password(); ok {
		secrets = append(secrets, password, url.QueryEscape(password))
	}
	for _, values := range u.Query() {
		for _, v := range values {
			secrets = append(secrets, v, url.QueryEscape(v))
		}
	}
	return secrets
}

// Describe returns one line about where the server is, for lists: the command
// and its arguments, or the address, as they are written, without values of
// variables, headers, queries and of options that are named like secrets.
func (c ServerConfig) Describe() string {
	if c.URL == "" {
		return strings.Join(append([]string{c.Command}, maskArguments(c.Args)...), " ")
	}
	u, err := url.Parse(c.URL)
	if err != nil {
		return redacted
	}
	if u.User != nil {
		u.User = url.User(redacted)
	}
	if u.RawQuery != "" {
		u.RawQuery = redacted
	}
	text, _ := url.PathUnescape(u.String())
	return text
}

// maskArguments hides the values of options whose names say that they are
// secret, and arguments that look like one.
func maskArguments(args []string) []string {
	shown := make([]string, len(args))
	hide := false
	for i, arg := range args {
		name, _, assigned := strings.Cut(arg, "=")
		switch {
		case hide && !hasReference(arg):
			shown[i] = redacted
		case assigned && isSecretName(name) && !hasReference(arg):
			shown[i] = name + "=" + redacted
		default:
			shown[i] = arg
		}
		hide = !assigned && strings.HasPrefix(arg, "-") && isSecretName(arg)
	}
	return shown
}

// String and GoString keep configured values out of logs.
func (c ServerConfig) String() string { return c.Describe() }

// GoString is String.
func (c ServerConfig) GoString() string { return c.Describe() }
