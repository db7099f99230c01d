package vault

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// DefaultSite is where `memoria build` puts the site, below the vault.
const DefaultSite = layout.Site

// A Site is the settings of the static site.
type Site struct {
	Title    string   // "" for the name of the vault's folder
	BaseURL  string   // its address, with a slash at its end; "" if unknown
	Include  []string // globs of notes beside the wiki and the logs that are shown
	Out      string   // folder below the vault; "" for DefaultSite
	Markdown bool     // each page is there as Markdown too
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

// A BuiltSite is a folder that a site of the vault was built in.
type BuiltSite struct {
	Folder string    `json:"folder"` // absolute, or below the vault
	At     time.Time `json:"at"`     // when it was built last
}

type builtSites struct {
	Sites []BuiltSite `json:"sites"`
}

// RecordSite records that a site was built. The caller holds the lock of builds.
func RecordSite(d *fsutil.Dir, folder string, now time.Time) error {
	s := builtSites{Sites: []BuiltSite{{folder, now}}}
	was, err := BuiltSites(d, now)
	if err != nil {
		return err
	}
	for _, x := range was {
		if x.Folder != folder {
			s.Sites = append(s.Sites, x)
		}
	}
	_, err = fsutil.WriteState(d, layout.Sites, layout.SitesVersion, s)
	return err
}

// BuiltSites returns the sites that the vault records and that are still there.
func BuiltSites(d *fsutil.Dir, now time.Time) (list []BuiltSite, err error) {
	var s builtSites
	if _, err := fsutil.ReadState(d, layout.Sites, layout.SitesVersion, &s, now); err != nil {
		return nil, err
	}
	for _, x := range s.Sites {
		if filepath.IsAbs(x.Folder) {
			_, err = os.Stat(x.Folder)
		} else {
			_, err = d.Stat(x.Folder)
		}
		if err == nil {
			list = append(list, x)
		}
	}
	return list, nil
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
