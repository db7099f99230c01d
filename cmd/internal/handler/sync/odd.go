package sync

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
)

// fold returns what file systems that know no case take a name for.
func fold(name string) string { return strings.ToLower(norm.NFC.String(name)) }

// odd leaves out of theirs what would harm a file that is here: articles that came empty or cut short stay as they are here,
// and a new file whose name not every system can tell from another one gets a name of its own. out gets the files that so
// are not as the trunk has them.
func (m *merger) odd(base, ours, theirs, out map[string][]byte) {
	store := wiki.Store{Wiki: m.wiki}
	came := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(theirs)) {
		text, fresh := theirs[name], base[name] == nil && ours[name] == nil
		switch {
		case store.Writes(name) && spoiled(text, base[name], ours[name]):
			out[name] = ours[name]
			m.tell("%s came empty or cut short, and stays as it is here", name)
		case fresh:
			to := m.name(name, came)
			if came[fold(to)] = true; to == name {
				continue
			}
			theirs[to], out[name] = text, nil
			m.tell("%s came under a name that not every system can tell from another: it is %s now", name, to)
		default:
			continue
		}
		for _, side := range []map[string][]byte{base, ours, theirs} {
			delete(side, name)
		}
	}
}

// instead leaves out of theirs the folders that came where a file is here, and the files that came where a folder is: what
// stands here was not removed by it.
func (m *merger) instead(base, ours, theirs, out map[string][]byte) {
	folders, stays := map[string]bool{}, []string{}
	for name := range ours {
		for at := path.Dir(name); at != "."; at = path.Dir(at) {
			folders[at] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(theirs)) {
		at := name
		if !folders[name] {
			for at = path.Dir(name); at != "." && ours[at] == nil; {
				at = path.Dir(at)
			}
		}
		if at != "." {
			m.tell("%s came as a folder for a file, or a file for a folder, and stays as it is here", at)
			stays, out[name] = append(stays, at), nil
			delete(theirs, name)
		}
	}
	for name, text := range ours {
		if slices.ContainsFunc(stays, func(at string) bool { return strings.HasPrefix(name+"/", at+"/") }) {
			out[name] = text
			delete(base, name)
			delete(ours, name)
		}
	}
}

func (m *merger) tell(format string, args ...any) {
	if line := fmt.Sprintf(format, args...); !slices.Contains(m.strange, line) {
		m.strange = append(m.strange, line)
	}
}

// spoiled reports whether a page is empty, or one of these cut off within a line.
func spoiled(page []byte, of ...[]byte) bool {
	return len(bytes.TrimSpace(page)) == 0 || !bytes.HasSuffix(page, []byte("\n")) &&
		slices.ContainsFunc(of, func(whole []byte) bool { return len(whole) > len(page) && bytes.HasPrefix(whole, page) })
}

// name returns the name that a new file gets: its own, unless that is no name on some system, or there it is that of a file
// which is here or came before.
func (m *merger) name(name string, came map[string]bool) string {
	to, clash := "", came[fold(name)] || fsutil.CheckName(name) != nil
	for part := range strings.SplitSeq(name, "/") {
		var list []string
		if m.dir != nil {
			list, _ = m.dir.ReadNames(path.Join(".", to)) // none of a folder that is not here
		}
		if i := slices.IndexFunc(list, func(n string) bool { return fold(n) == fold(part) }); i >= 0 && !slices.Contains(list, part) {
			part, clash = list[i], true
		}
		to = path.Join(to, part)
	}
	if !clash {
		return name
	}
	safe := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("@-_ .", r) {
				return r
			}
			return '-'
		}, s)
	}
	dir, ext := path.Dir(to), path.Ext(name)
	if fsutil.CheckName(dir) != nil {
		dir = m.wiki
	}
	return path.Join(dir, safe(strings.TrimSuffix(path.Base(name), ext))+"-"+fsutil.Hash([]byte(name))[:4]+safe(ext))
}
