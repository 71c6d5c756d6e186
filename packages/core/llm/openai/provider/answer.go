package provider

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Answer is a provider's refusal, as far as it could be read.
type Answer struct {
	// Status is the HTTP status; 200 for a refusal in the middle of a stream.
	Status int
	// Header is the answer's header, for Retry-After and the request id. It may be nil.
	Header http.Header
	// Type and Code are the provider's own names of the failure.
	Type, Code string
	// Message is the provider's explanation.
	Message string
}

// ParseAnswer reads the usual forms of an error body: an object with the member error, which is an
// object with message, type and code, or a text; or such an object itself. Anything else that is
// text becomes the message.
func ParseAnswer(body []byte) Answer {
	var outer struct {
		Error   jsontext.Value `json:"error"`
		Message string         `json:"message"`
		Detail  jsontext.Value `json:"detail"`
	}
	if json.Unmarshal(body, &outer, json.MatchCaseInsensitiveNames(true)) != nil {
		return Answer{}
	}
	inner := outer.Error
	if inner == nil {
		inner = outer.Detail
	}
	var a struct {
		Message string         `json:"message"`
		Type    string         `json:"type"`
		Code    jsontext.Value `json:"code"`
	}
	if text := ""; inner != nil && json.Unmarshal(inner, &text) == nil {
		return Answer{Message: text}
	}
	if inner == nil || json.Unmarshal(inner, &a) != nil {
		return Answer{Message: outer.Message}
	}
	return Answer{Message: a.Message, Type: a.Type, Code: strings.Trim(string(a.Code), `"`)}
}

// Error makes the coded error of the refusal. The provider's words are cut and cleaned.
func (a Answer) Error(c Config) *llm.Error {
	message := c.clean(a.Message)
	if message == "" {
		message = "the provider refused the request"
		if text := http.StatusText(a.Status); text != "" && a.Status != http.StatusOK {
			message += ": " + text
		}
	}
	e := &llm.Error{
		Code: a.code(), Provider: c.Name, Message: message,
		RequestID: c.clean(requestID(a.Header)), RetryAfter: retryAfter(a.Header, time.Now()),
	}
	if a.Status != http.StatusOK {
		e.Status = a.Status
	}
	if a.Status/100 == 3 {
		e.Message = "the server redirects, which is not followed; set the base URL to where it points"
	}
	return e
}

// signs are words in a provider's names of a failure, or in its message, that tell more than the
// status does. The first that fits decides.
var signs = []struct {
	code    llm.Code
	names   []string // in type or code
	phrases []string // in the message
}{
	{
		llm.CodeQuota, []string{"insufficient_quota", "billing", "insufficient_balance"},
		[]string{"credit balance", "insufficient balance"},
	},
	{
		llm.CodeContextLength, []string{"context_length", "context_window", "request_too_large"},
		[]string{"maximum context length", "prompt is too long", "context window"},
	},
	{
		llm.CodeRefused, []string{"content_policy", "content_filter", "moderation"},
		[]string{"content management policy"},
	},
	{llm.CodeUnknownModel, []string{"model_not_found", "not_found"}, nil},
	{llm.CodeAuth, []string{"authentication", "permission", "invalid_api_key"}, nil},
	{llm.CodeRateLimited, []string{"rate_limit"}, nil},
	{llm.CodeOverloaded, []string{"overloaded", "server_error", "api_error", "unavailable"}, nil},
}

func (a Answer) code() llm.Code {
	names, message := strings.ToLower(a.Type+" "+a.Code), strings.ToLower(a.Message)
	for _, sign := range signs {
		if containsAny(names, sign.names) || a.Status/100 == 4 && containsAny(message, sign.phrases) {
			return sign.code
		}
	}
	return codeOfStatus(a.Status, names)
}

func codeOfStatus(status int, names string) llm.Code {
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return llm.CodeAuth
	case status == http.StatusPaymentRequired:
		return llm.CodeQuota
	case status == http.StatusNotFound:
		return llm.CodeUnknownModel
	case status == http.StatusRequestEntityTooLarge:
		return llm.CodeContextLength
	case status == http.StatusTooManyRequests:
		return llm.CodeRateLimited
	case status == http.StatusRequestTimeout || status == http.StatusConflict || status >= 500:
		return llm.CodeOverloaded
	case status/100 == 3:
		return llm.CodeProtocol
	case status == http.StatusOK && !strings.Contains(names, "invalid"):
		return llm.CodeOverloaded // a stream that had begun well fails for the provider's own reasons
	default:
		return llm.CodeInvalidRequest
	}
}

func containsAny(text string, parts []string) bool {
	for _, part := range parts {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}

func requestID(h http.Header) string {
	if id := h.Get("X-Request-Id"); id != "" {
		return id
	}
	return h.Get("Request-Id")
}

// retryAfter reads how long the provider asks to wait: in milliseconds, in seconds or until a time.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil {
		return wait(ms, time.Millisecond)
	}
	text := h.Get("Retry-After")
	if seconds, err := strconv.ParseFloat(text, 64); err == nil {
		return wait(seconds, time.Second)
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}

// wait keeps absurd numbers, infinities included, from overflowing.
func wait(n float64, unit time.Duration) time.Duration {
	const most = 365 * 24 * time.Hour
	if !(n > 0) {
		return 0
	}
	if n > float64(most/unit) {
		return most
	}
	return time.Duration(n * float64(unit))
}
