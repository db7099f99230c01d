package workspace

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestZoneName(t *testing.T) {
	dir := t.TempDir()
	named := time.FixedZone("Europe/Berlin", 3600)
	for to, want := range map[string]string{
		"/usr/share/zoneinfo/Europe/Berlin":         "Europe/Berlin",
		"../var/db/timezone/zoneinfo/Asia/Tokyo":    "Asia/Tokyo",
		"/usr/share/zoneinfo/America/Indiana/Vevay": "America/Indiana/Vevay",
		"/opt/clock": "Local",
	} {
		link := filepath.Join(dir, "localtime")
		os.Remove(link)
		if err := os.Symlink(to, link); err != nil {
			t.Skip(err)
		}
		if got := zoneName(time.Local, link); got != want && time.Local.String() == "Local" {
			t.Errorf("%s: %q, want %q", to, got, want)
		}
		if got := zoneName(named, link); got != "Europe/Berlin" {
			t.Errorf("%q", got)
		}
	}
}
