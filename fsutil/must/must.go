// Package must says in one line what a test needs, and what has to hold in it.
package must

import "fmt"

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
