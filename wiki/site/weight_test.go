package site

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"
)

// packedSize is what a server sends of a file.
func packedSize(t *testing.T, s *Site, name string) int {
	t.Helper()
	body, ok, err := s.File(name)
	if !ok || err != nil {
		t.Fatalf("%s: %v, %v", name, ok, err)
	}
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
	_, _ = w.Write(body)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Len()
}

// TestWeight holds the site to what it may cost a reader who comes for the first time.
func TestWeight(t *testing.T) {
	s := siteOf(t, reader, Options{Title: "Tide notes", Generator: "memoria"})
	core := packedSize(t, s, "site/assets/site.js") + packedSize(t, s, "site/assets/theme.js")
	style := packedSize(t, s, "site/assets/site.css")
	if core > 10<<10 {
		t.Errorf("the core scripts weigh %d bytes", core)
	}
	if style > 12<<10 {
		t.Errorf("the style weighs %d bytes", style)
	}
	icon := packedSize(t, s, "site/assets/icon.svg")
	for _, name := range s.Paths() {
		if strings.HasSuffix(name, ".html") {
			if page := packedSize(t, s, name) + core + style + icon; page > 60<<10 {
				t.Errorf("%s weighs %d bytes with all that it needs", name, page)
			}
		}
	}
}
