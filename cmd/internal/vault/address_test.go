package vault

import "testing"

// A site's URL has a host and nobody's password, query or fragment, and stands in a page as it is written.
func TestBaseURL(t *testing.T) {
	for _, s := range []string{"https://notes.example", "http://127.0.0.1:8080/v1", "http://[::1]:80/x", "https://a-b.example/wiki", "https://h/%C3%A9"} {
		for _, end := range []string{"", "/"} {
			if got, err := BaseURL(s + end); err != nil || got != s+"/" {
				t.Errorf("%q lies at %q, %v", s+end, got, err)
			}
		}
	}
	for _, s := range []string{"", "notes.example", "//notes.example", "ftp://h/", "HTTP://h/", "file:///x", "http://", "http:///x", "http://:80/", "http://u:p@h/", "http://@h/",
		"http://[::1]@http://", "http://h/?", "http://h/?a=b", "http://h/#", "http://h/#a", "http://h/é", "http://h/ x", "http://h/\"", "http://h/%", "http://h/\\x", "http://h:x/", "http://[::1/",
		"http://h/\x00", "https://h/<b>", "javascript:alert(1)"} {
		if got, err := BaseURL(s); err == nil {
			t.Errorf("%q lies at %q", s, got)
		}
	}
}
