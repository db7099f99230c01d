package vault

import (
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// What is taken for an address is one to the library that programs read the web with, and means the same to it.
func TestAddress(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		part := rapid.SampledFrom([]string{"http://", "https://", "h.example", "notes", "[::1]", "[", "]", "@", ":", "8080", "/", "//", "?", "#", "a=b", "%41", "%", " ", "\\", "é",
			"u:p@", "127.0.0.1", "..", "'", "\"", "\x00", "-", "~", "[fe80::1%25en0]", ";", "*", "!"})
		s := rapid.SampledFrom([]string{"http://", "https://", "HTTP://", ""}).Draw(t, "scheme") + strings.Join(rapid.SliceOfN(part, 0, 8).Draw(t, "parts"), "")
		a, ok := parseAddress(s)
		u, err := url.Parse(s)
		if !ok {
			return
		}
		if err != nil || u.Host != a.host || (u.User != nil) != a.user || u.Scheme != "http" && u.Scheme != "https" {
			t.Fatalf("%q is %+v, and to the library %+v, %v", s, a, u, err)
		}
		if base, err := BaseURL(s); err == nil && (base != strings.TrimSuffix(u.String(), "/")+"/" || u.RawQuery != "" || u.Fragment != "" || u.User != nil) {
			t.Fatalf("%q lies at %q, to the library at %q", s, base, u)
		}
	})
	for _, s := range []string{"https://notes.example", "http://127.0.0.1:11434/v1", "http://[::1]:80/x", "https://a-b.example/wiki/", "https://h/%C3%A9/"} {
		if a, ok := parseAddress(s); !ok || a.user {
			t.Errorf("%q is none", s)
		}
		if got, err := BaseURL(s); err != nil || got != strings.TrimSuffix(s, "/")+"/" {
			t.Errorf("%q lies at %q, %v", s, got, err)
		}
	}
}
