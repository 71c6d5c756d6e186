package provider

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net/url"
	"strings"
	"unicode"

	"github.com/dsh-go/dsh/packages/core/llm"
)

// explain makes an *llm.Error of what ended an attempt. The caller's cancellation comes first, then
// the watchdog, then what is known about the connection, then what the adapter says.
func (c *Client) explain(ctx context.Context, x *Exchange, err error) error {
	trip, read := x.noted()
	switch {
	case ctx.Err() != nil:
		return llm.Cancelled(ctx)
	case errors.Is(context.Cause(x.ctx), errStalled):
		return c.fault(llm.CodeStalled, "the provider sent nothing for "+c.config.Stall.String(), nil)
	case trip != nil:
		return c.tripFault(trip)
	case errors.Is(read, errTooLong):
		return c.fault(llm.CodeProtocol, "the answer is longer than the limit", nil)
	case read != nil:
		return c.fault(llm.CodeTruncated, "the stream ended before the answer was finished", read)
	}
	if e, ok := errors.AsType[*llm.Error](err); ok {
		return c.named(e)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return c.fault(llm.CodeTruncated, "the stream ended before the answer was finished", nil)
	}
	if errors.Is(err, bufio.ErrTooLong) {
		return c.fault(llm.CodeProtocol, "an event of the stream is longer than the limit", nil)
	}
	return c.fault(llm.CodeProtocol, "the provider sent an event that is none", err)
}

// tripFault explains why no answer came at all.
func (c *Client) tripFault(err error) error {
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return c.fault(llm.CodeInvalidRequest, "the server's certificate is not trusted; check the "+
			"base URL and the certificates of this system", err)
	}
	return c.fault(llm.CodeTransport, "the provider could not be reached", err)
}

// fault makes an error whose cause is text: errors of HTTP libraries may hold the request, and with
// it the credential.
func (c *Client) fault(code llm.Code, message string, cause error) error {
	e := &llm.Error{Code: code, Provider: c.config.Name, Message: message}
	if wrapped, ok := errors.AsType[*url.Error](cause); ok {
		cause = wrapped.Err
	}
	if cause != nil {
		e.Message += ": " + c.config.clean(cause.Error())
	}
	return e
}

// longestText is how much of a provider's own words an error repeats.
const longestText = 500

// clean makes foreign text fit for an error: one line, not long, valid, without the key.
func (c *Config) clean(text string) string {
	if c.Key != "" {
		text = strings.ReplaceAll(text, string(c.Key), redacted)
	}
	text = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, "\uFFFD"), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r)
	}), " ")
	if runes := []rune(text); len(runes) > longestText {
		text = string(runes[:longestText]) + "…"
	}
	return text
}
