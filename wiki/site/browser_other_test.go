//go:build !linux

package site

import "testing"

func TestBrowser(t *testing.T) {
	t.Skip("the site is looked at in Debian's Chromium, on Linux: what a browser shows is not tested here")
}
