package lint

import (
	"encoding/binary"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// What a link means depends only on the pages that have a name it may mean. A snapshot of these few
// answers for the links of a page as that of the whole vault would. The names a target may mean are
// told wide: two names have one key if any reading takes them for one.

// nameKey is the key of a name or of a target: its last part, folded.
func nameKey(name string) string {
	key := wiki.Fold(name)
	return strings.Trim(key[strings.LastIndexByte(key, '/')+1:], "- ")
}

// numberKey is the key of a page's number: see isNumber. It is empty of a name without one.
func numberKey(name string) string {
	if n := len(name) - len(strings.TrimLeft(name, "0123456789")); n >= shortNumber {
		return "/" + name[:n]
	}
	return ""
}

// wanted collects the keys of all that the links of a page may mean. It is false of a page whose
// links may mean what no name tells.
func wanted(file string, a *wiki.Article, keys keySet) bool {
	sure := true
	add := func(target string) {
		for range 3 { // a name may end in .md itself
			if base := path.Base(target); base == "." || base == ".." || base == "/" {
				sure = sure && target == ""
				return
			}
			keys.add(nameKey(target))
			keys.add(nameKey(path.Clean(target)))
			if !strings.HasSuffix(strings.ToLower(target), ".md") {
				return
			}
			target = strings.TrimSpace(target[:len(target)-len(".md")])
		}
	}
	every := func(target string) {
		target = strings.TrimSpace(target)
		add(target)
		for _, form := range otherForms(target) {
			add(form)
		}
		add(decodeOnce(target))
		add(wikilink.Plain(target))
		keys.add(numberKey(target))
	}
	d := a.Doc()
	for _, l := range d.Links {
		every(l.Target)
		shown, _, _ := strings.Cut(l.Display, "#")
		add(strings.TrimSpace(shown))
	}
	for _, h := range d.Hrefs {
		if target, _, local := h.Split(); local {
			for _, form := range []string{target, decodeOnce(target)} {
				every(form)
				bare, _, _ := strings.Cut(form, "?")
				every(bare)
			}
		}
	}
	if name, _ := wiki.CopiedName(strings.TrimSuffix(path.Base(file), ".md")); name != "" {
		add(name)
	}
	return sure
}

// A keySet holds keys by their sums. That two have one sum makes a page be read in vain, no more.
type keySet map[uint32]bool

func (s keySet) add(key string) {
	if key != "" {
		s[sumOfKey(key)] = true
	}
}

// sumOfKey is FNV-1a.
func sumOfKey(key string) uint32 {
	const offset, prime = 2166136261, 16777619
	sum := uint32(offset)
	for i := range len(key) {
		sum = (sum ^ uint32(key[i])) * prime
	}
	return sum
}

// keysOf are the sums of the keys of all names of a file, four bytes each.
func keysOf(file string, names []string) string {
	base := path.Base(file)
	name := strings.TrimSuffix(base, ".md")
	keys := append(make([]string, 0, len(names)+3), nameKey(name), numberKey(name))
	if name != base {
		keys = append(keys, nameKey(base))
	} else {
		keys = append(keys, nameKey(strings.TrimSuffix(base, path.Ext(base))))
	}
	for _, n := range names {
		keys = append(keys, nameKey(n))
	}
	slices.Sort(keys)
	out := make([]byte, 0, 4*len(keys))
	for _, key := range slices.Compact(keys) {
		if key != "" {
			out = binary.LittleEndian.AppendUint32(out, sumOfKey(key))
		}
	}
	return string(out)
}

// claims reports whether a page has a name with one of the keys.
func (p *memo) claims(keys keySet) bool {
	for k := p.keys; len(k) >= 4; k = k[4:] {
		if keys[uint32(k[0])|uint32(k[1])<<8|uint32(k[2])<<16|uint32(k[3])<<24] {
			return true
		}
	}
	return false
}

// nearby is a snapshot of some pages, of which src is the text, and of all that their links may mean.
// It is false if no such few can be told.
func (c *checker) nearby(m *memory, src map[string][]byte) (*wiki.Wiki, bool) {
	keys := keySet{}
	for file, text := range src {
		if !wanted(file, wiki.Parse(text), keys) {
			return nil, false
		}
	}
	files := map[string][]byte{}
	for i := range m.pages {
		p := &m.pages[i]
		if text, ok := src[p.path]; ok {
			files[p.path] = text
			continue
		}
		if !p.claims(keys) {
			continue
		}
		if p.kind == linkPath {
			return nil, false
		}
		text, ok := []byte(nil), true
		if p.kind == pagePath {
			text, ok = c.readAs(p)
		}
		if !ok || len(files) > manyPages {
			return nil, false
		}
		files[p.path] = text
	}
	return wiki.New(c.Folder, files), true
}

// manyPages is how many pages are read before it is as well to read all.
const manyPages = 2000
