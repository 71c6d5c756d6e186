//go:build unix

package mcp_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/tools/mcp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"
)

// TestMain lets the test binary be the server that the tests start.
func TestMain(m *testing.M) {
	switch os.Getenv("TEST_MCP_SERVER") {
	case "":
		goleak.VerifyTestMain(m)
	case "sum", "wrapped":
		serveSum()
	case "wrapper": // as npx or a shell does
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), "TEST_MCP_SERVER=wrapped")
		child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
		must(nil, child.Start())
		must(nil, os.WriteFile(os.Getenv("TEST_PIDS"), fmt.Append(nil, os.Getpid(), " ", child.Process.Pid), 0o600))
		_ = child.Wait()
	case "complains":
		fmt.Fprintln(os.Stderr, "cannot find the database of user-4711")
		os.Exit(3)
	case "complains slowly": // long after it has hung up
		must(nil, os.Stdin.Close())
		must(nil, os.Stdout.Close())
		for range 2000 {
			fmt.Fprintln(os.Stderr, strings.Repeat("trace ", 100))
		}
		fmt.Fprintln(os.Stderr, "cannot find the database")
		os.Exit(3)
	case "stubborn": // reads nothing, answers nothing, ignores the end of input
		sigterm := make(chan struct{})
		<-sigterm
	}
}

func serveSum() {
	server := newServer()
	addSum(server)
	sdk.AddTool(server, &sdk.Tool{Name: "env"}, func(context.Context, *sdk.CallToolRequest, struct{}) (*sdk.CallToolResult, any, error) {
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: strings.Join(os.Environ(), "\n")}}}, nil, nil
	})
	sdk.AddTool(server, &sdk.Tool{Name: "exit"}, func(context.Context, *sdk.CallToolRequest, struct{}) (*sdk.CallToolResult, any, error) {
		os.Exit(1)
		return nil, nil, nil
	})
	fmt.Println("a greeting that is no message")
	_ = server.Run(context.Background(), &sdk.StdioTransport{})
}

func child(mode string, env map[string]string) mcp.ServerConfig {
	all := map[string]string{"TEST_MCP_SERVER": mode}
	for k, v := range env {
		all[k] = v
	}
	return mcp.ServerConfig{Command: os.Args[0], Env: all}
}

func TestProcess(t *testing.T) {
	t.Setenv("MY_SECRET_KEY", "not for servers")
	w := newWorld(t, mcp.Options{})
	w.install(child("sum", map[string]string{"GIVEN": "yes"}))
	if got := w.call("sum", `{"a":1,"b":2}`).Content().Text(); got != `{"sum":3}` {
		t.Errorf("got %s", got)
	}
	env := w.call("env", "{}").Content().Text()
	if strings.Contains(env, "MY_SECRET_KEY") || !strings.Contains(env, "GIVEN=yes") || !strings.Contains(env, "PATH=") {
		t.Errorf("the server's environment is %s", env)
	}
	wantCode(t, w.call("exit", "{}"), mcp.CodeConnectionLost)
	for start := time.Now(); w.call("sum", `{"a":1,"b":2}`).IsError(); time.Sleep(10 * time.Millisecond) {
		if time.Since(start) > time.Minute {
			t.Fatalf("it did not come back: %+v", w.server().Status())
		}
	}
}

// What a wrapper started ends with it.
func TestProcessGroupEnds(t *testing.T) {
	pids := filepath.Join(t.TempDir(), "pids")
	w := newWorld(t, mcp.Options{})
	w.install(child("wrapper", map[string]string{"TEST_PIDS": pids}))
	if st := w.server().Status(); st.State != mcp.StateReady {
		t.Fatal(st.Err)
	}
	must(t, w.close())
	text, err := os.ReadFile(pids)
	must(t, err)
	for _, field := range strings.Fields(string(text)) {
		pid, _ := strconv.Atoi(field)
		if err := syscall.Kill(pid, 0); err == nil && !isZombie(pid) {
			t.Errorf("process %d is left", pid)
		}
	}
}

func isZombie(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, rest, _ := strings.Cut(string(stat), ") ")
	return err != nil || strings.HasPrefix(rest, "Z")
}

func TestProcessThatDoesNotEnd(t *testing.T) {
	w := newWorld(t, mcp.Options{})
	c := child("stubborn", nil)
	c.ConnectTimeoutMs = 100
	start := time.Now()
	w.install(c)
	if st := w.server().Status(); mcp.CodeOf(st.Err) != mcp.CodeConnect {
		t.Errorf("status %+v", st)
	}
	must(t, w.close())
	if took := time.Since(start); took > time.Minute { // each step of stopping is bounded
		t.Errorf("it took %v", took)
	}
}

// A failing start says what the server said, without secrets.
func TestLastWords(t *testing.T) {
	w := newWorld(t, mcp.Options{Lookup: func(string) (string, bool) { return "user-4711", true }})
	c := child("complains", nil)
	c.Args = []string{"${DB_USER}"}
	w.install(c)
	err := w.server().Status().Err
	if err == nil || !strings.Contains(err.Error(), "cannot find the database of [redacted]") {
		t.Errorf("got %v", err)
	}
}

// Standard error is read to its end, also where the connection ends long before.
func TestLastWordsAfterHangingUp(t *testing.T) {
	w := newWorld(t, mcp.Options{})
	w.install(child("complains slowly", nil))
	err := w.server().Status().Err
	if err == nil || !strings.Contains(err.Error(), "cannot find the database") {
		t.Errorf("got %v", err)
	}
}

func TestNoSuchCommand(t *testing.T) {
	w := newWorld(t, mcp.Options{})
	w.install(mcp.ServerConfig{Command: "no-such-command-anywhere"})
	if err := w.server().Status().Err; err == nil || !strings.Contains(err.Error(), "executable file not found") {
		t.Errorf("got %v", err)
	}
}
