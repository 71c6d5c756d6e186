package filesys

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// admit decides whether a mutation of t may happen in the mode, and makes it one that cannot
// leave the root it was admitted to.
func (c *Contained) admit(t Target, verb Verb, mode Mode) (mutation, error) {
	if mode == "" {
		mode = c.mode
	}
	m := mutation{target: t, verb: verb, open: openParent}
	switch mode {
	case ModeFullAccess:
		return m, nil
	case ModeWorkspaceWrite:
	default:
		return m, denied(t, verb, "the file system is read-only")
	}
	// The links may have changed since the target was resolved.
	fresh, err := canonical(t.Key)
	if err != nil {
		return m, Translate(verb, t.Display, err)
	}
	root, rel, ok := within(c.writable, fresh)
	if !ok || rel == "." {
		return m, denied(t, verb, "outside the writable roots")
	}
	m.target.Key = fresh
	m.open = func(t Target, create bool) (*os.Root, error) {
		dir, err := openBelow(root, filepath.Dir(rel), create)
		if isEscape(err) {
			return nil, denied(t, verb, "outside the writable roots")
		}
		return dir, err
	}
	return m, nil
}

func denied(t Target, verb Verb, why string) *Error {
	return Fail(CodeSandboxDenied, verb, t.Display, why)
}

// openBelow opens the directory rel of root, making it when create is set, and follows no link
// out of root.
func openBelow(root, rel string, create bool) (*os.Root, error) {
	top, err := os.OpenRoot(root)
	if err != nil || rel == "." {
		return top, err
	}
	defer top.Close()
	if create {
		if err := top.MkdirAll(rel, 0o777); err != nil {
			return nil, err
		}
	}
	return top.OpenRoot(rel)
}

// isEscape recognises the refusal of an [os.Root], which has no sentinel of its own.
func isEscape(err error) bool {
	return err != nil && strings.HasSuffix(err.Error(), "path escapes from parent")
}

// within finds the root that key lies in and key's path below it. Where the text does not show it
// (a bind mount, a file system that ignores case) the ancestors are compared by identity.
func within(roots []string, key string) (root, rel string, ok bool) {
	for _, root := range roots {
		if rel, ok := below(root, key); ok {
			return root, rel, true
		}
	}
	for _, root := range roots {
		top, err := os.Stat(root)
		if err != nil {
			continue
		}
		if rel, ok := belowByIdentity(top, key); ok {
			return root, rel, true
		}
	}
	return "", "", false
}

func below(root, key string) (string, bool) {
	rel, err := filepath.Rel(root, key)
	return rel, err == nil && filepath.IsLocal(rel)
}

func belowByIdentity(top fs.FileInfo, key string) (string, bool) {
	for at := key; ; at = filepath.Dir(at) {
		info, err := os.Stat(at)
		if err == nil && os.SameFile(top, info) {
			rel, err := filepath.Rel(at, key)
			return rel, err == nil
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) || at == filepath.Dir(at) {
			return "", false
		}
	}
}
