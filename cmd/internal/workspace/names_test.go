package workspace

import (
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	for host, want := range map[string]string{"Anas-MacBook-Pro.local": "anas-macbook-pro", "DESKTOP-4F2K": "desktop-4f2k", "": "machine", "李明": "machine",
		"--x_y--": "x-y", strings.Repeat("ab-", 9): "ab-ab-ab-ab-ab-ab-ab"} {
		if got := MachineName(host); got != want {
			t.Errorf("MachineName(%q) = %q, want %q", host, got, want)
		}
	}
	for name, want := range map[string]string{"Ana Schmidt": "ana-schmidt", "ana@example.com": "ana", "Jürgen Groß": "jurgen-gross", "李明": ""} {
		if got := PersonName(name); got != want {
			t.Errorf("PersonName(%q) = %q, want %q", name, got, want)
		}
	}
}
