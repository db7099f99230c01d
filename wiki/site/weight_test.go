package site

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// packedSize is what a server sends of a file.
func packedSize(t *testing.T, s *Site, name string) int {
	t.Helper()
	body, ok, err := s.File(name)
	must.Be(t, ok && err == nil, "%s: %v, %v", name, ok, err)
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
	_, _ = w.Write(body)
	must.Do(t, w.Close())
	return out.Len()
}

// TestWeight holds the site to what it may cost a reader who comes for the first time.
func TestWeight(t *testing.T) {
	s := siteOf(t, reader, Options{Title: "Tide notes", Generator: "memoria"})
	core := packedSize(t, s, "site/assets/site.js") + packedSize(t, s, "site/assets/theme.js")
	style := packedSize(t, s, "site/assets/site.css")
	must.Hold(t, core <= 10<<10, "the core scripts weigh %d bytes", core)
	must.Hold(t, style <= 12<<10, "the style weighs %d bytes", style)
	icon := packedSize(t, s, "site/assets/icon.svg")
	for _, name := range s.Paths() {
		if strings.HasSuffix(name, ".html") {
			page := packedSize(t, s, name) + core + style + icon
			must.Hold(t, page <= 60<<10, "%s weighs %d bytes with all that it needs", name, page)
		}
	}
}
