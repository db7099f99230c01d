// Package wire reads what services of different kinds say of a failure in different ways.
package wire

import (
	"cmp"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// ErrorMessage finds what a service says about a failure: {"error": {"message": …}}, {"error": "…"},
// {"message": …}, {"detail": …}, else the text as it is.
func ErrorMessage(data []byte) string {
	var x map[string]any
	json.Unmarshal(data, &x)
	for _, key := range []string{"error", "message", "detail"} {
		switch v := x[key].(type) {
		case string:
			if v != "" {
				return v
			}
		case map[string]any:
			message, _ := v["message"].(string)
			code, _ := v["code"].(string)
			kind, _ := v["type"].(string)
			if code = cmp.Or(code, kind); message != "" && code != "" {
				message += " (" + code + ")"
			}
			if message = cmp.Or(message, kind); message != "" {
				return message
			}
		}
	}
	return string(data)
}

// MaxAfter bounds what a service may ask for.
const MaxAfter = 24 * time.Hour

// RetryAfter returns the time that an answer asks to wait, in seconds or as a date; 0 if it asks for none.
func RetryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms > 0 {
		return min(MaxAfter, time.Duration(min(ms, 1e12)*float64(time.Millisecond)))
	}
	text := strings.TrimSpace(h.Get("Retry-After"))
	if secs, err := strconv.ParseFloat(text, 64); err == nil {
		if !(secs > 0) {
			return 0
		}
		return min(MaxAfter, time.Duration(min(secs, 1e9)*float64(time.Second)))
	}
	if at, err := http.ParseTime(text); err == nil && at.After(now) {
		return min(MaxAfter, at.Sub(now))
	}
	return 0
}

// ContextIn returns the number of tokens that a message says a context holds; 0 if it says none.
func ContextIn(message string) (n int) {
	for _, f := range strings.FieldsFunc(message[max(0, strings.LastIndex(message, "context")):], func(r rune) bool { return r < '0' || r > '9' }) {
		if n, _ = strconv.Atoi(f); n >= 256 {
			return n
		}
	}
	return 0
}
