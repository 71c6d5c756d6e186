package quickjs

import (
	"os"
	"path/filepath"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
)

// UserCacheDir is the directory for [Config.CacheDir] that commands use: one
// of this program in the user's cache directory. It is created when a runtime
// first needs it. The error has the code [CodeUnavailable].
func UserCacheDir() (string, error) {
	base, err := os.UserCacheDir()
	if err != nil {
		return "", &coderuntime.Error{Code: CodeUnavailable, Message: "no cache directory", Err: err}
	}
	return filepath.Join(base, "dsh", "code-runtime"), nil
}
