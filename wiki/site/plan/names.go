package plan

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
