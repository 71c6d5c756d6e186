package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/dsh-go/dsh/bench/internal/meter"
	"github.com/dsh-go/dsh/bench/internal/work"
	expjson "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

func runCommand(name string, args ...string) []byte {
	cmd := exec.Command(name, args...)
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		panic(err)
	}
	return out
}

// benchFloorOutput encodes the large values and checks their syntax: what a call
// that returns them cannot avoid.
func benchFloorOutput() {
	for _, size := range []string{"100k", "10m"} {
		list := work.Records(map[string]int{"100k": 100e3, "10m": 10e6}[size])
		runtime.GC() // what made the records is no part of the call
		b := meter.Quick
		if size == "10m" {
			b = meter.Slow
		}
		meter.Bench("call.out"+size, "floor: encode and syntax check", b, func() {
			text, err := expjson.Marshal(list)
			meter.Check(err)
			if !jsontext.Value(text).IsValid() {
				panic("not JSON")
			}
		})
	}
	meter.Memory("memory.output", "floor: encode and syntax check")
}

func benchFloorExec() {
	meter.Bench(
		"limit.exec.true",
		"Go os/exec true",
		meter.Quick,
		func() { meter.Check(exec.Command("true").Run()) },
	)
	meter.Bench(
		"bash.true",
		"floor: Go os/exec bash -c true",
		meter.Quick,
		func() { runCommand("bash", "-c", "true") },
	)
	meter.Bench(
		"bash.true",
		"floor: Go os/exec sh -c true",
		meter.Quick,
		func() { runCommand("sh", "-c", "true") },
	)
	meter.Bench(
		"bash.true",
		"floor: Go os/exec bash -c true, own group, two pipes",
		meter.Quick,
		func() {
			cmd := exec.Command("bash", "-c", "true")
			cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
			var out, bad bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &bad
			meter.Check(cmd.Run())
		},
	)
	meter.Bench("bash.out1m", "floor: Go os/exec", meter.Quick, func() {
		if len(runCommand("bash", "-c", `head -c 1000000 /dev/zero | tr "\0" x`)) != 1_000_000 {
			panic("short")
		}
	})
	meter.Memory("memory.bash", "floor")
}

func benchFloorFiles() {
	path := work.Fixture("read10m.txt")
	meter.Bench(
		"fs.read10m",
		"floor: os.ReadFile",
		meter.Quick,
		func() { work.FixtureText("read10m.txt") },
	)
	meter.Bench("fs.read10m", "floor: read, first 2000 lines, count the rest", meter.Quick, func() {
		f, err := os.Open(path)
		meter.Check(err)
		defer f.Close()
		var kept strings.Builder
		r, lines := bufio.NewReaderSize(f, 64<<10), 0
		for ; lines < 2000; lines++ {
			line, err := r.ReadSlice('\n')
			if err == io.EOF {
				break
			}
			meter.Check(err)
			kept.Write(line)
		}
		buf := make([]byte, 64<<10)
		for {
			n, err := r.Read(buf)
			lines += bytes.Count(buf[:n], []byte{'\n'})
			if err == io.EOF {
				break
			}
			meter.Check(err)
		}
		if lines < 100_000 {
			panic(lines)
		}
	})
	data := work.FixtureText("read10m.txt")
	target := make([]byte, len(data))
	meter.Bench("limit.memcpy10m", "Go copy", meter.Quick, func() { copy(target, data) })
	meter.Memory("memory.fs", "floor")
}

func benchFloorSearch() {
	tree := work.Fixture("tree")
	for _, rg := range []struct{ name, path string }{
		{"floor: packaged ripgrep", os.Getenv("YARD_RG")}, {"floor: ripgrep", "rg"},
	} {
		if path, err := exec.LookPath(rg.path); err != nil || rg.path == "" || path == "" {
			continue
		}
		// The arguments that the original passes.
		meter.Bench(
			"search.grep.needle",
			rg.name,
			meter.Slow,
			func() { runCommand(rg.path, "--no-config", "--json", "--regexp=NEEDLE_TOKEN", tree) },
		)
		meter.Bench(
			"search.grep.regex5000",
			rg.name,
			meter.Slow,
			func() { runCommand(rg.path, "--no-config", "--json", "--regexp=line 4 of file [0-9]*7:", tree) },
		)
		meter.Bench("search.glob.go", rg.name, meter.Slow, func() {
			runCommand(
				rg.path,
				"--no-config",
				"--files",
				"--sort=modified",
				"--no-ignore",
				"--hidden",
				"--glob=**/*.go",
				tree,
			)
		})
		meter.Bench("search.glob.go", rg.name+", unsorted", meter.Slow, func() {
			runCommand(
				rg.path,
				"--no-config",
				"--files",
				"--no-ignore",
				"--hidden",
				"--glob=**/*.go",
				tree,
			)
		})
	}
	meter.Bench("search.grep.needle", "floor: Go walk and bytes.Contains", meter.Slow, func() {
		if n := grepTree(tree, func(b []byte) bool { return bytes.Contains(b, []byte("NEEDLE_TOKEN")) }); n != 500 {
			panic(n)
		}
	})
	pattern := regexp.MustCompile(`line 4 of file [0-9]*7:`)
	meter.Bench("search.grep.regex5000", "floor: Go walk and regexp", meter.Slow, func() {
		if n := grepTree(tree, pattern.Match); n != 5000 {
			panic(n)
		}
	})
	meter.Bench("search.glob.go", "floor: Go WalkDir", meter.Slow, func() {
		found := 0
		meter.Check(filepath.WalkDir(tree, func(path string, d fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".go") {
				found++
			}
			return err
		}))
		if found != 5000 {
			panic(found)
		}
	})
	meter.Memory("memory.search", "floor")
}

// grepTree reads every file under root with all processors and counts those that match.
func grepTree(root string, match func([]byte) bool) int64 {
	paths := make(chan string, 1024)
	var found atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			buf := make([]byte, 64<<10)
			for path := range paths {
				fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
				meter.Check(err)
				n, err := syscall.Read(fd, buf)
				meter.Check(err)
				syscall.Close(fd)
				if match(buf[:n]) {
					found.Add(1)
				}
			}
		})
	}
	meter.Check(filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			paths <- path
		}
		return err
	}))
	close(paths)
	wg.Wait()
	return found.Load()
}
