package serve

import (
	"crypto/subtle"
	"net/http"
	"net/url"
	"strings"
)

// policy is the Content-Security-Policy of all pages of the site.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guard refuses requests that do not come from this machine and origin.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		switch {
		case !s.host[strings.ToLower(r.Host)]:
			http.Error(w, "this server is asked by the name of this machine alone", http.StatusMisdirectedRequest)
		case !s.fromHere(r):
			http.Error(w, "another site asks", http.StatusForbidden)
		case r.Method != http.MethodGet && r.Method != http.MethodHead && !s.knows(r):
			http.Error(w, "the token is missing or wrong", http.StatusUnauthorized)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// fromHere reports whether no page of another origin made the request. Programs send neither header.
func (s *Server) fromHere(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site == "cross-site" || site == "same-site" {
		// Following a link from elsewhere to a page is a person's doing.
		if r.Method != http.MethodGet || r.Header.Get("Sec-Fetch-Mode") != "navigate" || r.Header.Get("Sec-Fetch-Dest") != "document" {
			return false
		}
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && u.Scheme == "http" && s.host[strings.ToLower(u.Host)]
}

// knows reports whether a request has the token: Authorization: Bearer TOKEN.
func (s *Server) knows(r *http.Request) bool {
	given, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	return ok && s.Token != "" && subtle.ConstantTimeCompare([]byte(given), []byte(s.Token)) == 1
}
