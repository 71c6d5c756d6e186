package quickjs

import (
	"fmt"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
)

// CodeUnavailable: the engine could not be loaded on this platform or from
// this cache directory. It is the only error of Run beside misuse.
const CodeUnavailable coderuntime.Code = "CODE_RUNTIME_UNAVAILABLE"

func configError(format string, args ...any) error {
	return &coderuntime.Error{Code: coderuntime.CodeConfig, Message: fmt.Sprintf(format, args...)}
}

func unavailable(err error) error {
	return &coderuntime.Error{Code: CodeUnavailable, Message: "the code runtime cannot start",
		Err: err}
}

// stop is why the host ends a running guest. It travels as the panic of a
// host function and comes back as the error of the call into the guest.
type stop struct {
	kind    coderuntime.Kind
	message string
}

func (s *stop) Error() string { return s.message }
