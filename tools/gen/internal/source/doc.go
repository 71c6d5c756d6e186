// Package source loads the packages of the workspace once, with syntax and
// types, for everything that is read from the code without running it.
package source
