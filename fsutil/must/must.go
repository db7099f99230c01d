// Package must says in one line what a test needs, and what has to hold in it.
package must

import (
	"errors"
	"fmt"
	"strings"
)

// T is what a test, a benchmark and a draw of rapid have in common.
type T interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Do ends a test whose step gave an error.
func Do(t T, err error) {
	t.Helper()
	Be(t, err == nil, "%v", err)
}

// Get returns a function that returns v, or ends a test if there is an error: must.Get(os.ReadFile(name))(t).
func Get[V any](v V, err error) func(T) V {
	return func(t T) V { t.Helper(); Do(t, err); return v }
}

// Err returns the error of two values.
func Err[V any](_ V, err error) error { return err }

// Get2 is Get for two values.
func Get2[V, W any](v V, w W, err error) func(T) (V, W) {
	return func(t T) (V, W) { t.Helper(); Do(t, err); return v, w }
}

// Be ends a test if ok is false, and says why.
func Be(t T, ok bool, format string, args ...any) {
	if t.Helper(); !ok {
		t.Fatalf(format, args...)
	}
}

// Hold reports an error if ok is false, and the test goes on.
func Hold(t T, ok bool, format string, args ...any) {
	if t.Helper(); !ok {
		t.Errorf(format, args...)
	}
}

// Equal is Hold for a value: the format says of what.
func Equal[V comparable](t T, got, want V, format string, args ...any) {
	t.Helper()
	Hold(t, got == want, "%s: %#v, want %#v", fmt.Sprintf(format, args...), got, want)
}

// Is is Hold for an error: the format says of what. A target of nil asks for none.
func Is(t T, err, target error, format string, args ...any) {
	t.Helper()
	Hold(t, errors.Is(err, target), "%s: error %v, want %v", fmt.Sprintf(format, args...), err, target)
}

// Text returns a text to hold claims about; the format says of what.
func Text(t T, text, format string, args ...any) Claims {
	return Claims{t, text, fmt.Sprintf(format, args...)}
}

// Claims are what has to hold of a text.
type Claims struct {
	t          T
	text, what string
}

// Has reports parts that a text lacks.
func (c Claims) Has(parts ...string) Claims {
	c.t.Helper()
	for _, p := range parts {
		Hold(c.t, strings.Contains(c.text, p), "%s: it lacks %q:\n%s", c.what, p, c.text)
	}
	return c
}

// Lacks reports parts that a text has.
func (c Claims) Lacks(parts ...string) Claims { return c.Times(0, parts...) }

// Times reports parts that a text has not n times.
func (c Claims) Times(n int, parts ...string) Claims {
	c.t.Helper()
	for _, p := range parts {
		Hold(c.t, strings.Count(c.text, p) == n, "%s: it has %q %d times, want %d:\n%s", c.what, p, strings.Count(c.text, p), n, c.text)
	}
	return c
}
