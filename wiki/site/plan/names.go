package plan

import (
	"path"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
)

// maxName is the maximum length of a file's name in bytes, without its extension: most file systems allow 255.
const maxName = 230

// names assigns paths to files. No two are equal on a file system that ignores letter case.
type names map[string]bool

// take returns the wanted path, with a number added if it is taken. Characters that some file system refuses
// are replaced.
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

// portable returns a name that every file system accepts, the name itself if it is one.
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

// fileName turns a tag, a project or another name into a file name that every file system accepts.
func fileName(name string) string {
	slug := string(wiki.MakeSlug(strings.ReplaceAll(name, "/", "-")))
	if slug == "" {
		return "x-" + fsutil.Hash([]byte(name))[:8]
	}
	return slug
}
