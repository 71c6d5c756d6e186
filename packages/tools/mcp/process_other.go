//go:build !unix

package mcp

import "os/exec"

func ownGroup(*exec.Cmd) {}

// signalGroup kills the process: without groups there is no gentler way.
func signalGroup(cmd *exec.Cmd, _ bool) { _ = cmd.Process.Kill() }
