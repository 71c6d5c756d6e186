package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
)

// first is the file that a command reads: "-" without an argument.
func first(args []string) string {
	if len(args) == 0 {
		return "-"
	}
	return args[0]
}

// shown is an input's name in messages.
func shown(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}

// readInput reads a file, or standard input for "-". What may keep a reader
// waiting, such as a terminal or a pipe, is given up when ctx ends.
func readInput(ctx context.Context, in io.Reader, name string) ([]byte, error) {
	if name == "-" {
		return await(ctx, name, func() ([]byte, error) {
			text, err := io.ReadAll(in)
			if err != nil {
				err = fmt.Errorf("standard input: %w", err)
			}
			return text, err
		})
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, unusable(err)
	}
	if !info.Mode().IsRegular() {
		return await(ctx, name, func() ([]byte, error) { return os.ReadFile(name) })
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, unusable(err)
	}
	return text, nil
}

// await reads beside the command, for a read cannot be interrupted. When ctx ends
// first, the goroutine is left to the end of the input or of the process.
func await(ctx context.Context, name string, read func() ([]byte, error)) ([]byte, error) {
	type answer struct {
		text []byte
		err  error
	}
	done := make(chan answer, 1)
	go func() {
		text, err := read()
		done <- answer{text, err}
	}()
	select {
	case a := <-done:
		if a.err != nil {
			return nil, unusable(a.err)
		}
		return a.text, nil
	case <-ctx.Done():
		return nil, &exitError{ExitInterrupted, fmt.Errorf("interrupted while reading %s: nothing was run", shown(name))}
	}
}

// errMarked and errUTF16 are what the JSON library would call an invalid
// character.
var (
	errMarked = errors.New("the text begins with a byte order mark: save it as UTF-8 without one")
	errUTF16  = errors.New("the text is UTF-16: save it as UTF-8")
)

// checkEncoding recognises texts that some editors save.
func checkEncoding(text []byte) error {
	switch {
	case bytes.HasPrefix(text, []byte("\xef\xbb\xbf")):
		return errMarked
	case bytes.HasPrefix(text, []byte("\xff\xfe")), bytes.HasPrefix(text, []byte("\xfe\xff")):
		return errUTF16
	}
	return nil
}
