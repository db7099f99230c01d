package lint

import (
	"io/fs"
	"net/url"
	"path"
	"strings"

	"github.com/agent-admin/memoria/wiki"
)

// A link that the snapshot does not resolve need not be broken. Vaults are written by many tools,
// and a link that works in the tool that wrote it, or that nobody meant as one, is not the broken
// link a person wants to hear of. The readings, in order:
//
//   - an address of the web in double brackets, and what looks like code or a template: odd
//   - a file in a folder whose name begins with a dot, which the snapshot leaves out: there
//   - a folder: there
//   - the path with backslashes, of a vault kept on Windows: there
//   - the display and the target the other way round, as Dendron writes it: odd
//   - the number that a file's name begins with, as zk and Zettlr write it: there
//   - a path whose slashes are part of the name, or a day written out, as Logseq writes it: there
//   - what another tool takes for a name of a page, see othernames.go: there, or odd
//   - the address of a site's page in a plain Markdown link, without an extension that a file of
//     a vault has: not ours to judge

// tolerate returns the check that a link which leads nowhere is to be reported under, "" if none.
func (c *checker) tolerate(p *wiki.Page, o wiki.Outlink) (text, hint, id string) {
	target := strings.TrimSpace(o.Target)
	switch {
	case !o.Markdown && isAddress(target):
		return "is a web address in double brackets, which is no link", "write it [text](" + target + ")", OddLink
	case c.leadsToFile(p, target):
		return "", "", ""
	case o.Markdown:
		return "", "", c.hrefAstray(p, target)
	}
	if n, ok := c.nicknames()[wiki.Fold(target)]; ok {
		if n.odd == "" {
			return "", "", ""
		}
		return n.odd, "write the name of the file", OddLink
	}
	switch {
	case c.elsewise(target):
		return "", "", ""
	case o.Suspicious():
		return "looks like code, and is read as a link", "put it between backticks", OddLink
	case o.Display != "" && c.hasFile(o.Display):
		return "has its target behind the pipe, where Obsidian looks for the text", "write [[target|text]]", OddLink
	case strings.Contains(target, "%") && c.hasFile(decodeOnce(target)):
		return "has percent signs, which double brackets do not decode", "write the name as it is", OddLink
	case c.isFolder(p, target):
		return "leads to a folder", "", folderLink(target)
	}
	return "", "", BrokenLink
}

// folderLink is the check for a wikilink to a folder: with a slash it was meant.
func folderLink(target string) string {
	if strings.HasSuffix(target, "/") {
		return ""
	}
	return OddLink
}

func isAddress(target string) bool {
	scheme, rest, ok := strings.Cut(target, ":")
	return ok && (strings.HasPrefix(rest, "//") || scheme == "mailto" || scheme == "tel" || scheme == "urn")
}

// leadsToFile looks for the file that a target names on disk, where the snapshot does not look.
func (c *checker) leadsToFile(p *wiki.Page, target string) bool {
	if c.Dir == nil || !strings.Contains("/"+target, "/.") {
		return false
	}
	c.asked.Store(p, true)
	for _, name := range []string{path.Join(path.Dir(p.Path), target), strings.TrimPrefix(path.Clean(target), "/")} {
		if !fs.ValidPath(name) || !strings.Contains("/"+name, "/.") {
			continue
		}
		for _, ext := range []string{"", ".md"} {
			if _, err := c.Dir.Lstat(name + ext); err == nil {
				return true
			}
		}
	}
	return false
}

// hrefAstray decides about the address of a plain Markdown link. Most are a site's, or lead out of
// the vault into the repository it lies in.
func (c *checker) hrefAstray(p *wiki.Page, target string) string {
	if strings.Contains(target, "{{") || strings.Contains(target, "<%") { // a template's
		return ""
	}
	if leavesVault(p, target) || c.isFolder(p, target) || !vaultFile(target) {
		return ""
	}
	if rest, ok := strings.CutPrefix(target, "/"); ok { // a site's root is some folder of the vault
		if _, err := c.Wiki.Resolve(rest); err == nil {
			return ""
		}
	}
	if c.elsewise(target) {
		return ""
	}
	return BrokenLink
}

func leavesVault(p *wiki.Page, target string) bool {
	return strings.HasPrefix(path.Join(path.Dir(p.Path), target)+"/", "../")
}

// vaultFile reports whether an address has an extension of what Obsidian keeps in a vault.
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

// isFolder reports whether a target is a folder of the vault: from the page's folder, from the
// root, or the last folders of a path.
func (c *checker) isFolder(p *wiki.Page, target string) bool {
	t := strings.TrimSuffix(strings.TrimSpace(target), "/")
	if t == "" || t == "." || t == ".." {
		return true
	}
	key := wiki.Fold(strings.TrimPrefix(path.Clean(t), "/"))
	if c.folders[key] || c.folders[wiki.Fold(path.Join(path.Dir(p.Path), t))] {
		return true
	}
	for f := range c.folders {
		if strings.HasSuffix(f, "/"+key) {
			return true
		}
	}
	return false
}

// hasFile reports whether a target is the name or path of a file and not just of some page's title.
func (c *checker) hasFile(target string) bool {
	target, _, _ = strings.Cut(strings.TrimSpace(target), "#")
	to, err := c.Wiki.Resolve(target)
	return err == nil && to != nil
}

// otherForms are a target as other tools read it.
func otherForms(target string) []string {
	return append([]string{
		strings.ReplaceAll(target, `\`, "/"),
		strings.ReplaceAll(target, "/", "___"),
		strings.ReplaceAll(target, "/", "%2F"),
		strings.ReplaceAll(target, "/", "."),
	}, dayForms(target)...)
}

// elsewise tries the ways in which other tools read a target.
func (c *checker) elsewise(target string) bool {
	for _, form := range otherForms(target) {
		if form != target && c.hasFile(form) {
			return true
		}
	}
	return c.isNumber(target)
}

func decodeOnce(s string) string {
	if d, err := url.PathUnescape(s); err == nil {
		return d
	}
	return s
}

// shortNumber is the length of the shortest number that names of files begin with.
const shortNumber = 8

// isNumber reports whether a target is the number that names of files begin with.
func (c *checker) isNumber(target string) bool {
	return len(target) >= shortNumber && strings.Trim(target, "0123456789") == "" && c.numbers()[target]
}

func (c *checker) numbered() map[string]bool {
	m := map[string]bool{}
	for _, p := range c.Wiki.Pages() {
		if n := len(p.Name) - len(strings.TrimLeft(p.Name, "0123456789")); n >= shortNumber {
			m[p.Name[:n]] = true
		}
	}
	return m
}
