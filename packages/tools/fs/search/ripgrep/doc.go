// Package ripgrep is the search engine that runs the program rg. It reads what the program prints
// as it comes, bounds it, and stops the program when the context ends.
//
// The program is run directly, never through a shell, with its configuration file switched off, an
// empty standard input and few environment variables.
package ripgrep
