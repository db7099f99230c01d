package llm

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/llm/wire"
	"github.com/agent-admin/memoria/wiki/ask"
)

// An endpoint is a service on the other end of HTTP.
type endpoint struct {
	who     string
	base    string // URL, without a slash at its end
	key     secret
	header  http.Header
	client  *http.Client
	timeout time.Duration
	now     func() time.Time
}

// sharedClient follows no redirect, since a key must not go to another host.
var sharedClient = sync.OnceValue(func() *http.Client {
	return &http.Client{
		Transport:     http.DefaultTransport.(*http.Transport).Clone(),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
})

// post sends a body and decodes the answer. Whatever is not a 200 with a value in it is an error; it asks tell first
// about an error of the service.
func (e *endpoint) post(ctx context.Context, path string, body, into any, tell func(status int, message string) *Error) error {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(body); err != nil {
		return fatal(e.who, err, "%v", err)
	}
	return e.do(ctx, http.MethodPost, path, &text, into, tell)
}

// get asks for a value, for at most a few seconds.
func (e *endpoint) get(ctx context.Context, path string, into any) error {
	short := *e
	short.timeout = min(e.timeout, getTimeout)
	return short.do(ctx, http.MethodGet, path, nil, into, nil)
}

const getTimeout = 3 * time.Second

func (e *endpoint) do(ctx context.Context, method, path string, body io.Reader, into any, tell func(status int, message string) *Error) error {
	late, cancel := context.WithTimeout(ctx, e.timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(late, method, e.base+path, body)
	if err != nil {
		return fatal(e.who, nil, "base_url is no address: %s", e.hide(err.Error())).hint("correct base_url in the settings")
	}
	req.Header = e.header.Clone()
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", "memoria")
	res, err := e.client.Do(req)
	if err != nil {
		return e.unreached(ctx, err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(io.LimitReader(res.Body, int64(maxAnswer)+1))
	switch {
	case err != nil && ctx.Err() == nil && late.Err() == nil:
		return failed(e.who, ask.Retry, "the answer broke off: %s", e.hide(err.Error())).spent()
	case err != nil:
		return ended(ctx, e.who, e.timeout)
	case len(data) > maxAnswer:
		return failed(e.who, ask.Truncated, "the answer is longer than %d MB", maxAnswer>>20).spent()
	case res.StatusCode != http.StatusOK:
		return e.status(res, data, tell)
	}
	if err := json.Unmarshal(data, into); err != nil {
		return e.noAnswer(res, data)
	}
	return nil
}

// noAnswer returns the error for a 200 with something else in it.
func (e *endpoint) noAnswer(res *http.Response, data []byte) *Error {
	if kind := res.Header.Get("Content-Type"); strings.HasPrefix(kind, "text/html") || bytes.HasPrefix(bytes.TrimSpace(data), []byte("<")) {
		return failed(e.who, ask.Fatal, "%s answers with a web page", e.host()).hint("correct base_url in the settings; it often ends in /v1")
	}
	return failed(e.who, ask.Retry, "the answer is not what it should be: %s", e.hide(string(data))).spent()
}

// hide makes a short line of what the other end said, without the key.
func (e *endpoint) hide(s string) string { return said(scrub(s, e.key)) }

func (e *endpoint) host() string { return cmp.Or(urlOf(e.base).Host, "that address") }

// unreached returns the error for a request that had no answer.
func (e *endpoint) unreached(ctx context.Context, err error) error {
	if u, ok := errors.AsType[*url.Error](err); ok { // it repeats the address
		err = u.Err
	}
	var dns *net.DNSError
	switch {
	case ctx.Err() != nil || errors.Is(err, context.DeadlineExceeded):
		return ended(ctx, e.who, e.timeout)
	case isTLS(err):
		return fatal(e.who, nil, "%s: %s", e.host(), e.hide(err.Error())).hint("if the certificate is one of your own, name its authority in SSL_CERT_FILE")
	case errors.As(err, &dns) && dns.IsNotFound:
		return failed(e.who, ask.Retry, "%s: no such host is known", e.host()).hint("see that you are online, and that base_url is right")
	}
	h := "see that you are online"
	if loopback(e.base) {
		h = "start the server"
	}
	return failed(e.who, ask.Retry, "%s: %s", e.host(), e.hide(err.Error())).hint(h)
}

func isTLS(err error) bool {
	return errors.As(err, new(*tls.CertificateVerificationError)) || errors.As(err, new(tls.RecordHeaderError))
}

// status returns the error for an answer that is not a 200.
func (e *endpoint) status(res *http.Response, data []byte, tell func(int, string) *Error) error {
	message := wire.ErrorMessage(data)
	x := (*Error)(nil)
	if tell != nil {
		x = tell(res.StatusCode, message)
	}
	if x == nil {
		x = byStatus(res.StatusCode)
	}
	if to := res.Header.Get("Location"); to != "" && res.StatusCode/100 == 3 {
		message = "it sends on to " + to
	}
	x.Who, x.Status = e.who, res.StatusCode
	x.What = strings.TrimSuffix(fmt.Sprintf("%d %s: %s", res.StatusCode, cmp.Or(x.What, statusWord(res.StatusCode)), e.hide(message)), ": ")
	if x.Kind == ask.Retry {
		x.After = wire.RetryAfter(res.Header, e.now())
	}
	return x
}

func statusWord(status int) string {
	if status == 529 {
		return "overloaded"
	}
	return strings.ToLower(http.StatusText(status))
}

// byStatus returns the meaning of a status, for services that say nothing better.
func byStatus(status int) *Error {
	switch status {
	case 401, 403:
		return (&Error{Kind: ask.Fatal}).hint("the key is not taken: set another")
	case 402:
		return (&Error{Kind: ask.Fatal}).hint("the account has no credit left: add some")
	case 404:
		return (&Error{Kind: ask.Fatal}).hint("there is no such model, or base_url is wrong: correct it in the settings")
	case 413:
		return &Error{Kind: ask.TooLong}
	case 408, 409, 425, 429:
		return &Error{Kind: ask.Retry}
	}
	if status >= 500 {
		return &Error{Kind: ask.Retry}
	}
	if status/100 == 3 {
		return (&Error{Kind: ask.Fatal}).hint("set base_url to the address that it sends on to, if you trust that")
	}
	return &Error{Kind: ask.Fatal, unclear: true}
}

// urlOf parses an address; it returns an empty URL if that fails.
func urlOf(base string) *url.URL {
	u, err := url.Parse(base)
	if err != nil {
		return &url.URL{}
	}
	return u
}

func hostOf(base string) string { return strings.ToLower(urlOf(base).Hostname()) }

// loopback reports whether an address is on this machine.
func loopback(base string) bool {
	ip := net.ParseIP(hostOf(base))
	return hostOf(base) == "localhost" || ip != nil && ip.IsLoopback()
}
