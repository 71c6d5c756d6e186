// Package pathglob reads globs as ripgrep's overrides and ignore files have them, and matches
// paths against them.
//
// A star does not cross a slash, two stars alone between slashes cross any number of them, braces
// hold alternatives, brackets hold character classes. What doublestar matches is used to match;
// this package adds the grammar's own errors, the few differences of syntax, and short cuts for
// the shapes that ignore files mostly have.
package pathglob
