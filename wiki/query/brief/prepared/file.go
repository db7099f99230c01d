package prepared

import (
	"bytes"
	"errors"
	"io/fs"
	"strconv"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// The files lie in the folder of the vault's caches, under names with this prefix.
const (
	Folder = layout.Cache
	Prefix = "brief-"
)

// version begins a file. It changes with the format, and when the same notes would give another brief.
const version = "memoria brief 2"

// Name returns the file of a project's brief.
func Name(project string) string { return Folder + "/" + Prefix + fsutil.Hash([]byte(project))[:24] }

// Write stores a brief, even one without notes, which says that nothing is known. It reports
// whether bytes changed.
func Write(dir *fsutil.Dir, b *Brief) (changed bool, err error) {
	return dir.WriteFileNoSync(Name(b.Project), b.encode(), 0o600)
}

// A Freshness says how far a brief is up to date.
type Freshness uint8

const (
	Missing Freshness = iota // the file is missing or damaged
	Stale                    // something was added since; its notes are still true
	Fresh
)

// Read returns the brief of a project without the notes whose files have changed since.
func Read(dir *fsutil.Dir, project string) (*Brief, Freshness) {
	data, err := dir.ReadFile(Name(project))
	if err != nil {
		return nil, Missing
	}
	b := decode(string(data))
	if b == nil || b.Project != project {
		return nil, Missing
	}
	fresh := Fresh
	for _, s := range b.Stamps {
		if StampOf(dir, s.Path) != s {
			fresh = Stale
		}
	}
	seen, logs := map[string]bool{}, changed{dir, map[string][]byte{}}
	kept := b.Items[:0]
	for _, it := range b.Items {
		same, known := seen[it.Path]
		if !known {
			same = StampOf(dir, it.Path) == Stamp{it.Path, it.Size, it.ModTime}
			seen[it.Path] = same
		}
		if same {
			kept = append(kept, it)
			continue
		}
		fresh = Stale
		if logs.holds(it) {
			kept = append(kept, it)
		}
	}
	b.Items = kept
	return b, fresh
}

// changed reads the logs that were added to since, each once.
type changed struct {
	dir  *fsutil.Dir
	text map[string][]byte
}

// holds reports whether a changed log still has the line that a note comes from: a log grows all
// day, and most of its lines stay.
func (c changed) holds(it Item) bool {
	day, block, ok := strings.Cut(it.ID, "^")
	if !ok || it.Path != "daily/"+day+".md" {
		return false
	}
	text, known := c.text[it.Path]
	if !known {
		text, _ = c.dir.ReadFile(it.Path)
		c.text[it.Path] = text
	}
	at := bytes.Index(text, []byte(" ^"+block+"\n"))
	if at < 0 {
		at = bytes.Index(text, []byte(" ^"+block+"\r\n"))
	}
	return at >= 0 && bytes.Contains(text[bytes.LastIndexByte(text[:at], '\n')+1:at], []byte(it.Probe))
}

// StampOf returns the current stamp of a file of the vault.
func StampOf(dir *fsutil.Dir, path string) Stamp {
	info, err := dir.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Stamp{Path: path, Size: -1}
	case err != nil:
		return Stamp{Path: path, Size: -2}
	case info.IsDir(): // its size is the file system's affair
		return Stamp{Path: path, ModTime: info.ModTime().UnixNano()}
	}
	return Stamp{path, info.Size(), info.ModTime().UnixNano()}
}

// A file consists of lines of fields separated by tabs: the version, the project, the stamps, the notes, and an end
// line.
const (
	endLine = "end"
	fields  = 15
)

func (b *Brief) encode() []byte {
	var w strings.Builder
	line := func(parts ...string) {
		for i, p := range parts {
			if i > 0 {
				w.WriteByte('\t')
			}
			w.WriteString(escaper.Replace(p))
		}
		w.WriteByte('\n')
	}
	line(version)
	line("project", b.Project, num(int64(b.Pages)), strconv.FormatBool(b.Small))
	for _, s := range b.Stamps {
		line("stamp", s.Path, num(s.Size), num(s.ModTime))
	}
	for _, it := range b.Items {
		line("note", num(int64(it.Section)), it.Kind, it.ID, it.Session, it.Branch, num(it.At), num(int64(it.Rank)),
			it.Text, strings.Join(it.Cites, "\n"), it.Why, it.Path, num(it.Size), num(it.ModTime), it.Probe)
	}
	line(endLine)
	return []byte(w.String())
}

// decode returns nil if the text is not a complete file of this version.
func decode(s string) *Brief {
	head, rest, _ := strings.Cut(s, "\n")
	if head != version {
		return nil
	}
	b := &Brief{}
	for {
		var line string
		var more bool
		line, rest, more = strings.Cut(rest, "\n")
		if !more {
			return nil
		}
		if line == endLine {
			return b
		}
		parts := strings.Split(line, "\t")
		for i, p := range parts {
			if strings.Contains(p, `\`) {
				parts[i] = unescaper.Replace(p)
			}
		}
		if !b.take(parts) {
			return nil
		}
	}
}

func (b *Brief) take(f []string) (ok bool) {
	ok = true
	n := func(i int) int64 {
		v, err := strconv.ParseInt(f[i], 10, 64)
		ok = ok && err == nil
		return v
	}
	switch {
	case f[0] == "project" && len(f) == 4:
		b.Project, b.Pages, b.Small = f[1], int(n(2)), f[3] == "true"
	case f[0] == "stamp" && len(f) == 4:
		b.Stamps = append(b.Stamps, Stamp{f[1], n(2), n(3)})
	case f[0] == "note" && len(f) == fields:
		it := Item{Section: Section(n(1)), Kind: f[2], ID: f[3], Session: f[4], Branch: f[5], At: n(6), Rank: int(n(7)),
			Text: f[8], Why: f[10], Path: f[11], Size: n(12), ModTime: n(13), Probe: f[14]}
		if f[9] != "" {
			it.Cites = strings.Split(f[9], "\n")
		}
		ok = ok && it.Section <= Pages
		b.Items = append(b.Items, it)
	default:
		return false
	}
	return ok
}

func num(n int64) string { return strconv.FormatInt(n, 10) }

var (
	escaper   = strings.NewReplacer(`\`, `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`)
	unescaper = strings.NewReplacer(`\\`, `\`, `\t`, "\t", `\n`, "\n", `\r`, "\r")
)

// ProjectOf returns the project of a brief's file, "" if the file is none.
func ProjectOf(dir *fsutil.Dir, file string) string {
	data, err := dir.ReadFile(file)
	if err != nil {
		return ""
	}
	if b := decode(string(data)); b != nil && Name(b.Project) == file {
		return b.Project
	}
	return ""
}
