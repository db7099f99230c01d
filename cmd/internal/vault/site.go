package vault

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// DefaultSite is where `memoria build` puts the site, below the vault.
const DefaultSite = layout.Site

// A Site is the settings of the static site.
type Site struct {
	Title   string   // "" for the name of the vault's folder
	BaseURL string   // its address, with a slash at its end; "" if unknown
	Include []string // globs of notes beside the wiki and the logs that are shown
	Out     string   // folder below the vault; "" for DefaultSite
}

// Folder returns where in the vault the site lies.
func (s *Site) Folder() string {
	if s.Out == "" {
		return DefaultSite
	}
	return s.Out
}

// SiteFolder reports whether a folder below the vault is one that a site may fill: one whose name begins with
// a dot, so that the site's files are no pages of the vault, and none of memoria's own but that for it.
func SiteFolder(dir string) bool {
	parts := strings.Split(dir, "/")
	if slices.ContainsFunc(parts, func(p string) bool { return fsutil.CheckName(p) != nil }) {
		return false
	}
	if parts[0] == Marker {
		return dir == DefaultSite || strings.HasPrefix(dir, DefaultSite+"/")
	}
	return strings.HasPrefix(parts[0], ".") && parts[0] != ".git" && parts[0] != ".obsidian"
}

// BaseURL parses the address of a site.
func BaseURL(s string) (string, error) {
	if u, ok := webURL(s); !ok || u.User != nil || u.ForceQuery || u.RawQuery+u.Fragment != "" {
		return "", fmt.Errorf("%q is not an address like https://notes.example/wiki/", s)
	}
	return strings.TrimSuffix(s, "/") + "/", nil
}

// webURL reads an absolute URL of the web, in letters that need no escape.
func webURL(s string) (*url.URL, bool) {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return nil, false
	}
	return u, u.String() == s
}
