package target

import (
	"io/fs"
	"net/url"
	"path"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
)

// A link that the snapshot does not resolve need not be broken. Many tools write vaults, and a link that works in the
// tool that wrote it, or that was never meant as a link, is not worth reporting as broken. The readings, in order:
//
//   - an address of the web in double brackets, and what looks like code or a template: odd
//   - a file in a folder whose name begins with a dot, which the snapshot leaves out: there
//   - a folder: there
//   - the path with backslashes, from a vault kept on Windows: there
//   - display text and target swapped, as Dendron writes them: odd
//   - the number that a file's name begins with, as zk and Zettlr write it: there
//   - a path whose slashes are part of the name, or a written date, as Logseq writes it: there
//   - a name that another tool resolves to a page, see nickname.go: there, or odd
//   - the address of a site's page in a plain Markdown link, without an extension that a file of
//     a vault has: not checked

// A Verdict says whether a link that the snapshot does not resolve leads somewhere.
type Verdict uint8

// The verdicts.
const (
	There  Verdict = iota // some tool follows it, or it is not for lint to judge
	Odd                   // nobody meant it as a link, or only another tool understands it
	Broken                // no reading of it leads to a file
)

// A Reader reads the links of a vault as other tools do.
type Reader struct {
	Wiki *wiki.Wiki  // required
	Dir  *fsutil.Dir // nil looks at nothing outside the snapshot

	once      sync.Once
	folders   map[string]bool // folded, from the root
	numbers   map[string]bool // that names of files begin with
	nicknames map[string]nickname
}

// look collects what links are compared with.
func (r *Reader) look() {
	r.folders, r.numbers, r.nicknames = map[string]bool{}, r.numbered(), r.nicknamed()
	last := "."
	for _, p := range r.Wiki.Pages() {
		if d := path.Dir(p.Path); d != last {
			for last = d; d != "."; d = path.Dir(d) {
				r.folders[wiki.Fold(d)] = true
			}
		}
	}
}

// Tolerate judges a link of a page that the snapshot does not resolve. For an odd link, text says what it is and hint
// what to do.
func (r *Reader) Tolerate(p *wiki.Page, o wiki.Outlink) (text, hint string, v Verdict) {
	r.once.Do(r.look)
	target := strings.TrimSpace(o.Target)
	switch {
	case !o.Markdown && isAddress(target):
		return "is a web address in double brackets, which is no link", "write it [text](" + target + ")", Odd
	case r.leadsToFile(p, target):
		return "", "", There
	case o.Markdown:
		return "", "", r.hrefAstray(p, target)
	}
	if n, ok := r.nicknames[wiki.Fold(target)]; ok {
		if n.odd == "" {
			return "", "", There
		}
		return n.odd, "write the name of the file", Odd
	}
	switch {
	case r.elsewise(target):
		return "", "", There
	case o.Suspicious():
		return "looks like code, and is read as a link", "put it between backticks", Odd
	case o.Display != "" && r.hasFile(o.Display):
		return "has its target behind the pipe, where Obsidian looks for the text", "write [[target|text]]", Odd
	case strings.Contains(target, "%") && r.hasFile(decodeOnce(target)):
		return "has percent signs, which double brackets do not decode", "write the name as it is", Odd
	case r.isFolder(p, target):
		if strings.HasSuffix(target, "/") { // it was meant
			return "", "", There
		}
		return "leads to a folder", "", Odd
	}
	return "", "", Broken
}

func isAddress(target string) bool {
	scheme, rest, ok := strings.Cut(target, ":")
	return ok && (strings.HasPrefix(rest, "//") || scheme == "mailto" || scheme == "tel" || scheme == "urn")
}

// leadsToFile looks for a target on disk, where the snapshot does not look.
func (r *Reader) leadsToFile(p *wiki.Page, target string) bool {
	if r.Dir == nil || !strings.Contains("/"+target, "/.") {
		return false
	}
	for _, name := range []string{path.Join(path.Dir(p.Path), target), strings.TrimPrefix(path.Clean(target), "/")} {
		if !fs.ValidPath(name) || !strings.Contains("/"+name, "/.") {
			continue
		}
		for _, ext := range []string{"", ".md"} {
			if _, err := r.Dir.Lstat(name + ext); err == nil {
				return true
			}
		}
	}
	return false
}

// hrefAstray decides about the address of a plain Markdown link. Most are addresses of a site, or lead out of
// the vault into the repository around it.
func (r *Reader) hrefAstray(p *wiki.Page, target string) Verdict {
	if strings.Contains(target, "{{") || strings.Contains(target, "<%") { // a template's
		return There
	}
	if out := strings.HasPrefix(path.Join(path.Dir(p.Path), target)+"/", "../"); out || r.isFolder(p, target) || !vaultFile(target) {
		return There
	}
	if rest, ok := strings.CutPrefix(target, "/"); ok { // a site's root is some folder of the vault
		if _, err := r.Wiki.Resolve(rest); err == nil {
			return There
		}
	}
	if r.elsewise(target) {
		return There
	}
	return Broken
}

// vaultFile reports whether an address has the extension of a file that Obsidian keeps in a vault.
func vaultFile(target string) bool {
	target, _, _ = strings.Cut(target, "?")
	switch strings.ToLower(path.Ext(target)) {
	case ".md", ".canvas", ".base", ".pdf",
		".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".bmp",
		".mp3", ".wav", ".m4a", ".ogg", ".3gp", ".flac", ".mp4", ".webm", ".ogv", ".mov", ".mkv":
		return true
	}
	return false
}

// isFolder reports whether a target is a folder of the vault: relative to the page's folder, relative to the
// root, or as the last folders of a path.
func (r *Reader) isFolder(p *wiki.Page, target string) bool {
	t := strings.TrimSuffix(strings.TrimSpace(target), "/")
	if t == "" || t == "." || t == ".." {
		return true
	}
	key := wiki.Fold(strings.TrimPrefix(path.Clean(t), "/"))
	if r.folders[key] || r.folders[wiki.Fold(path.Join(path.Dir(p.Path), t))] {
		return true
	}
	for f := range r.folders {
		if strings.HasSuffix(f, "/"+key) {
			return true
		}
	}
	return false
}

// hasFile reports whether a target is the name or path of a file and not only the title of a page.
func (r *Reader) hasFile(target string) bool {
	target, _, _ = strings.Cut(strings.TrimSpace(target), "#")
	to, err := r.Wiki.Resolve(target)
	return err == nil && to != nil
}

// otherForms returns the forms of a target in other tools.
func otherForms(target string) []string {
	return append([]string{
		strings.ReplaceAll(target, `\`, "/"),
		strings.ReplaceAll(target, "/", "___"),
		strings.ReplaceAll(target, "/", "%2F"),
		strings.ReplaceAll(target, "/", "."),
	}, dayForms(target)...)
}

// elsewise tries the forms of a target in other tools.
func (r *Reader) elsewise(target string) bool {
	for _, form := range otherForms(target) {
		if form != target && r.hasFile(form) {
			return true
		}
	}
	return len(target) >= shortNumber && strings.Trim(target, "0123456789") == "" && r.numbers[target] // the one at the beginning of a file's name
}

func decodeOnce(s string) string {
	if d, err := url.PathUnescape(s); err == nil {
		return d
	}
	return s
}

// shortNumber is the length of the shortest number that file names begin with.
const shortNumber = 8

func (r *Reader) numbered() map[string]bool {
	m := map[string]bool{}
	for _, p := range r.Wiki.Pages() {
		if n := len(p.Name) - len(strings.TrimLeft(p.Name, "0123456789")); n >= shortNumber {
			m[p.Name[:n]] = true
		}
	}
	return m
}
