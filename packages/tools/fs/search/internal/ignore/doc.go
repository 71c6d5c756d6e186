// Package ignore decides what a search leaves out because files in the tree say so: .rgignore and
// .ignore anywhere, and .gitignore, the repository's exclude file and the user's global one inside
// a git repository. The nearest file that says something about a path wins within its kind, and
// the kinds win in the order just given.
package ignore
