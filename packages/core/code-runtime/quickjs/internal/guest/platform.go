package guest

import "runtime"

// compilerSupported mirrors where wazero generates machine code.
func compilerSupported() bool {
	switch runtime.GOARCH {
	case "amd64", "arm64":
	default:
		return false
	}
	switch runtime.GOOS {
	case "linux", "darwin", "freebsd", "netbsd", "windows":
		return true
	}
	return false
}
