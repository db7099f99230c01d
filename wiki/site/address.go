package site

import (
	"path"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
)

// maxName is how long a file's name may be, in bytes, its extension left out: most file systems take 255.
const maxName = 230

// Names gives files their paths. No two are alike on a file system that overlooks case.
type names map[string]bool

// take returns the wanted path, or that with a number where it is taken. What no file system everywhere takes
// in a name is replaced.
func (n names) take(want string) string {
	parts := strings.Split(want, "/")
	for i := range parts {
		parts[i] = portable(parts[i])
	}
	dir, base := path.Split(strings.Join(parts, "/"))
	ext := path.Ext(base)
	stem := strings.TrimSuffix(base, ext)
	if len(stem) > maxName {
		cut := maxName - 9
		for !utf8.RuneStart(stem[cut]) {
			cut--
		}
		stem = stem[:cut] + "-" + fsutil.Hash([]byte(stem))[:8]
	}
	for i := 1; ; i++ {
		name := dir + stem + ext
		if i > 1 {
			name = dir + stem + "-" + strconv.Itoa(i) + ext
		}
		if key := wiki.Fold(name); !n[key] {
			n[key] = true
			return name
		}
	}
}

// portable is a name that every file system takes, the name itself where it is one.
func portable(name string) string {
	if fsutil.CheckName(name) == nil {
		return name
	}
	out := strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == utf8.RuneError || strings.ContainsRune(`\:*?"<>|/`, r) {
			return '-'
		}
		return r
	}, name)
	out = strings.TrimRight(out, ". ")
	if fsutil.CheckName(out) == nil {
		return out
	}
	if out = "page-" + out; fsutil.CheckName(out) == nil { // con, aux.txt
		return out
	}
	return "page-" + fsutil.Hash([]byte(name))[:8] + path.Ext(out)
}

// fileName makes a file's name of a tag, a project or another name: one that every file system takes.
func fileName(name string) string {
	slug := string(wiki.MakeSlug(strings.ReplaceAll(name, "/", "-")))
	if slug == "" {
		return "x-" + fsutil.Hash([]byte(name))[:8]
	}
	return slug
}

// escapePath writes a path as an address: all but letters of ASCII, digits and a few marks percent-encoded, so
// that no part of it is a scheme, a query or a fragment.
func escapePath(p string) string {
	for i := range len(p) {
		if !unescaped(p[i]) {
			return string(appendEscaped(nil, p))
		}
	}
	return p
}

func unescaped(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '-' && c <= '9' || c == '_' || c == '~'
}

func appendEscaped(out []byte, p string) []byte {
	const hex = "0123456789ABCDEF"
	for i := range len(p) {
		if c := p[i]; unescaped(c) {
			out = append(out, c)
		} else {
			out = append(out, '%', hex[c>>4], hex[c&15])
		}
	}
	return out
}

// rootOf leads from a file to the site's root.
func rootOf(from string) string {
	if n := strings.Count(from, "/"); n > 0 {
		return strings.Repeat("../", n)
	}
	return "./"
}

// relative is the address of a file as it is written on another.
func relative(from, to string) string {
	same := 0 // length of the folders that both lie in
	for i := 0; i < len(from) && i < len(to) && from[i] == to[i]; i++ {
		if from[i] == '/' {
			same = i + 1
		}
	}
	out := make([]byte, 0, len(to)+16)
	for range strings.Count(from[same:], "/") {
		out = append(out, "../"...)
	}
	if len(out) == 0 {
		out = append(out, "./"...)
	}
	return string(appendEscaped(out, to[same:]))
}

// withFragment adds a place on the page.
func withFragment(href, id string) string {
	if id == "" {
		return href
	}
	return href + "#" + escapePath(id)
}
