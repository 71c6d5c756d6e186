package web

import (
	"context"
	"fmt"

	"github.com/dsh-go/dsh/packages/core/tools"
)

// Codes of failures of the seam, the providers and the tools (§12).
const (
	// CodeDuplicate: a provider with that id is registered.
	CodeDuplicate tools.Code = "WEB_DUPLICATE_PROVIDER"
	// CodeConfiguredMissing: the configured provider is not registered.
	CodeConfiguredMissing tools.Code = "WEB_PROVIDER_CONFIGURED_MISSING"
	// CodeConfiguredUnavailable: the configured provider cannot work now.
	CodeConfiguredUnavailable tools.Code = "WEB_PROVIDER_CONFIGURED_UNAVAILABLE"
	// CodeAmbiguous: several providers are available and none is configured.
	CodeAmbiguous tools.Code = "WEB_PROVIDER_AMBIGUOUS"
	// CodeUnavailable: no provider is available.
	CodeUnavailable tools.Code = "WEB_PROVIDER_UNAVAILABLE"
	// CodeProvider: the provider failed or answered something unusable.
	CodeProvider tools.Code = "WEB_PROVIDER_ERROR"
	// CodeCredential: the provider has no credential.
	CodeCredential tools.Code = "WEB_PROVIDER_CREDENTIAL_MISSING"
	// CodeAborted: the call was cancelled.
	CodeAborted tools.Code = "WEB_ABORTED"
	// CodeConfig: a configuration is out of range.
	CodeConfig tools.Code = "WEB_CONFIG"
	// CodeInvalidQuery: the queries cannot be searched for.
	CodeInvalidQuery tools.Code = "WEB_INVALID_QUERY"
	// CodeInvalidURL: the text is no http or https URL, or too long.
	CodeInvalidURL tools.Code = "WEB_INVALID_URL"
	// CodeBlockedURL: the URL carries credentials.
	CodeBlockedURL tools.Code = "WEB_BLOCKED_URL"
	// CodeBlockedAddress: the URL leads to an address that is not public.
	CodeBlockedAddress tools.Code = "WEB_BLOCKED_ADDRESS"
	// CodeRedirect: the page leads to another origin, or redirects too often.
	CodeRedirect tools.Code = "WEB_REDIRECT_BLOCKED"
	// CodeTooLarge: the page says that it is larger than the limit.
	CodeTooLarge tools.Code = "WEB_FETCH_TOO_LARGE"
	// CodeTimeout: the page did not come within the provider's time.
	CodeTimeout tools.Code = "WEB_FETCH_TIMEOUT"
	// CodeContentType: the page is no text, or in an unknown character set.
	CodeContentType tools.Code = "WEB_UNSUPPORTED_CONTENT_TYPE"
)

// Fail returns a failure with a code, for providers.
func Fail(code tools.Code, format string, args ...any) *tools.Error {
	return &tools.Error{Name: "WebError", Code: code, Message: fmt.Sprintf(format, args...)}
}

// Because returns a failure with a code and a cause, whose text it ends with. When
// ctx is done, it is the cancellation that is reported.
func Because(ctx context.Context, code tools.Code, what string, err error) *tools.Error {
	if ctx.Err() != nil {
		code, what = CodeAborted, "the call was cancelled"
		err = context.Cause(ctx)
	}
	e := Fail(code, "%s: %v", what, err)
	e.Err = err
	return e
}
