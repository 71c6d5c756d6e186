// Package walker is a search engine without any program: it walks the tree itself, with several
// workers, and searches with Go's regular expressions behind a translation from ripgrep's syntax
// (see the differences named there: word boundaries know ASCII words only, counts end at 1000).
package walker
