package workspace

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestNames(t *testing.T) {
	for host, want := range map[string]string{"Anas-MacBook-Pro.local": "anas-macbook-pro", "DESKTOP-4F2K": "desktop-4f2k", "": "machine", "李明": "machine",
		"--x_y--": "x-y", strings.Repeat("ab-", 9): "ab-ab-ab-ab-ab-ab-ab"} {
		must.Equal(t, MachineName(host), want, "MachineName(%q)", host)
	}
	for name, want := range map[string]string{"Ana Schmidt": "ana-schmidt", "ana@example.com": "ana", "Jürgen Groß": "jurgen-gross", "李明": ""} {
		must.Equal(t, PersonName(name), want, "PersonName(%q)", name)
	}
}
