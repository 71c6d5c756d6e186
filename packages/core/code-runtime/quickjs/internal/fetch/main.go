// Command fetch renews the embedded WebAssembly modules: it lets the npm
// client fetch the pinned packages, compares integrity and hash with what is
// pinned here, and writes the files. It is run by go generate in the directory
// of the quickjs module, and needs npm.
package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
)

// blob is one pinned file.
type blob struct {
	pkg, integrity string
	member         string // the file inside the package
	extract        func([]byte) ([]byte, error)
	hash, file     string
}

var blobs = []blob{
	{
		pkg: "quickjs-wasi@3.7.0",
		integrity: "6nOShBtCglrQL6yH+hptIfEdA1WlSmvY/Mm5Ypn9IvtsaDsrYIg8x+xoIXQt02w66a0f1eLTAj1l" +
			"hfgAbJ4WVw==",
		member:  "package/quickjs.wasm",
		extract: func(b []byte) ([]byte, error) { return b, nil },
		hash:    "c0bd8f296e18cf074969f6401b9ecb72609a1323818ec2b9bf7a8f8d740d1363",
		file:    "internal/blob/quickjs.wasm",
	},
	{
		pkg: "@swc/wasm-typescript@1.16.2",
		integrity: "ll8qaJBPyBNYRZ3MyRBB7KwM/BEWsxiNPSeX34wtFvRrWFO8wHgn1xoQbEp6Zoe3Um+rbd6Jtsb8" +
			"Xhn96hiz2g==",
		member:  "package/wasm.js",
		extract: insideScript,
		hash:    "8d58b4dd3dc9f9081e7e5330879864e99427b2c8746bd3b1198f053062e8cc1b",
		file:    "internal/blob/eraser.wasm",
	},
}

func main() {
	for _, b := range blobs {
		if err := b.renew(); err != nil {
			fmt.Fprintf(os.Stderr, "fetch %s: %v\n", b.pkg, err)
			os.Exit(1)
		}
	}
}

func (b blob) renew() error {
	archive, err := pack(b.pkg)
	if err != nil {
		return err
	}
	sum := sha512.Sum512(archive)
	if have := base64.StdEncoding.EncodeToString(sum[:]); have != b.integrity {
		return fmt.Errorf("integrity is sha512-%s, pinned is sha512-%s", have, b.integrity)
	}
	content, err := member(archive, b.member)
	if err != nil {
		return err
	}
	wasm, err := b.extract(content)
	if err != nil {
		return err
	}
	if sum := sha256.Sum256(wasm); hex.EncodeToString(sum[:]) != b.hash {
		return fmt.Errorf("SHA-256 of %s is %x, pinned is %s", b.member, sum, b.hash)
	}
	return os.WriteFile(b.file, wasm, 0o644)
}

// pack fetches the archive of a package.
func pack(pkg string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "fetch")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a temporary directory
	cmd := exec.Command("npm", "pack", "--silent", pkg)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("npm pack: %w", err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.tgz"))
	if err != nil || len(files) != 1 {
		return nil, errors.Join(err, fmt.Errorf("npm pack left %d files", len(files)))
	}
	return os.ReadFile(files[0])
}

func member(archive []byte, name string) ([]byte, error) {
	unzipped, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		return nil, err
	}
	for files := tar.NewReader(unzipped); ; {
		header, err := files.Next()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if header.Name == name {
			return io.ReadAll(files)
		}
	}
}

var base64Call = regexp.MustCompile("Buffer\\.from\\(['\"`]([A-Za-z0-9+/=]+)['\"`], *['\"]base64")

// insideScript takes the module out of the script that carries it as text.
func insideScript(script []byte) ([]byte, error) {
	m := base64Call.FindSubmatch(script)
	if m == nil {
		return nil, errors.New("the script has no embedded module")
	}
	return base64.StdEncoding.DecodeString(string(m[1]))
}
