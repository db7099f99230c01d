package serve

import (
	"bytes"
	"html"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil"
)

// types are the kinds of files a site holds. The system's own list is not asked: it differs.
var types = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".md": "text/markdown; charset=utf-8", ".txt": "text/plain; charset=utf-8", ".xml": "application/xml; charset=utf-8",
	".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg",
	".gif": "image/gif", ".webp": "image/webp", ".avif": "image/avif", ".bmp": "image/bmp", ".ico": "image/x-icon",
	".mp3": "audio/mpeg", ".wav": "audio/wav", ".ogg": "audio/ogg", ".m4a": "audio/mp4", ".flac": "audio/flac",
	".mp4": "video/mp4", ".webm": "video/webm", ".mov": "video/quicktime", ".pdf": "application/pdf",
}

func (s *Server) file(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	version := ""
	if s.Version != nil {
		version = s.Version()
	}
	body, ok := s.Site.File(name)
	if !ok {
		missing(w, name)
		return
	}
	kind, known := types[strings.ToLower(path.Ext(name))]
	if !known {
		kind = "application/octet-stream"
	}
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "no-cache")
	tag := fsutil.Hash(body)[:24]
	h.Set("ETag", `"`+tag+`"`)
	if kind == types[".html"] && version != "" {
		body = stamped(body, tag, version)
	}
	if kind == types[".svg"] || kind == types[".pdf"] { // opened by themselves they may hold scripts
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// stamped adds a page's tag and the site's version to the page. Its script compares them with what the server
// reports.
func stamped(page []byte, tag, version string) []byte {
	const root = "<html"
	at := bytes.Index(page, []byte(root))
	if at < 0 {
		return page
	}
	at += len(root)
	return slices.Concat(page[:at], []byte(` data-page="`+tag+`" data-site="`+html.EscapeString(version)+`"`), page[at:])
}

func missing(w http.ResponseWriter, name string) {
	w.Header().Set("Content-Type", types[".html"])
	w.WriteHeader(http.StatusNotFound)
	w.Write([]byte(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Not here</title><link rel="stylesheet" href="/site/assets/site.css"><main><h1>Not here</h1><p>No page is called <code dir="auto">` +
		html.EscapeString(name) + `</code>. <a href="/">The first page</a> · <a href="/site/all.html">all pages</a></p></main></html>`))
}
