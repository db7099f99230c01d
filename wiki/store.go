package wiki

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/fsutil/seen"
)

// A Store reads and writes the wiki of one vault.
type Store struct {
	Dir    *fsutil.Dir  // required: the vault
	Wiki   string       // the wiki's folder; empty stands for "wiki"
	Daily  layout.Daily // the folder of the day logs
	Titles bool         // a new article has its title for a file name, see [Store.Name]
	Tick   int64        // the file system's clock before anything was read, by which [Store.Look] finds files too new for their stamps to show the next change; 0 ignores the age of files

	Seen *seen.Files[*Page] // pages that were read shortly before; nil reads all
	At   *seen.Look         // what is taken for the files as they are now, with its Tick; nil looks at them
}

// Folder returns the folder of the wiki, from the vault's root.
func (s Store) Folder() string {
	if s.Wiki == "" {
		return "wiki"
	}
	return s.Wiki
}

// A PathError says why a file is not one that may be written through a [Store].
type PathError struct{ Path, Reason string }

func (e *PathError) Error() string { return fmt.Sprintf("page %q %s", e.Path, e.Reason) }

// Name returns the file name of a new article, without its extension.
func (s Store) Name(title string) Slug {
	if s.Titles {
		return titleName(title)
	}
	return MakeSlug(title)
}

// PathFor returns the path of an article: wiki/concepts/slug.md. The type must be one of memoria's.
func (s Store) PathFor(t Type, slug Slug) string {
	return path.Join(s.Folder(), t.Folder(), string(slug)+".md")
}

// CheckPath reports whether a file may be written as an article: a Markdown file with a name that
// [ParseSlug] accepts, directly in one of the folders of memoria's types. The error is a [*PathError]. Check
// all files of a batch before writing the first.
func (s Store) CheckPath(file string) error {
	folder, name, err := s.cut(file)
	if err != nil {
		return err
	}
	if strings.Contains(folder, "/") {
		return &PathError{file, "is not directly in a folder of articles"}
	}
	if _, err := ParseSlug(name); err != nil {
		return &PathError{file, "has a name that " + err.(*SlugError).Reason}
	}
	return nil
}

// Writes reports whether an article may lie at a path. Its name does not matter, since a person may have
// moved it.
func (s Store) Writes(file string) bool {
	_, _, err := s.cut(file)
	return err == nil
}

// cut splits the path of an article into its folder below the wiki and its name.
func (s Store) cut(file string) (folder, name string, err error) {
	rest, ok := strings.CutPrefix(file, s.Folder()+"/")
	switch {
	case !ok || !fs.ValidPath(file) || strings.ContainsAny(file, "\\\x00"):
		return "", "", &PathError{file, "is not in the wiki"}
	case !strings.HasSuffix(rest, ".md"):
		return "", "", &PathError{file, "is not a Markdown file"}
	}
	folder, name = path.Split(stem(rest))
	switch top, _, _ := strings.Cut(folder, "/"); top {
	case Concept.Folder(), Connection.Folder(), QA.Folder():
		return strings.TrimSuffix(folder, "/"), name, nil
	}
	return "", "", &PathError{file, "is not in a folder of articles"}
}

// Write writes an article and reports whether bytes changed. A file whose name differs only in what [Fold]
// ignores is the same page and is written instead, because half of all file systems would overwrite it. A
// page that exists may have a name that a new one may not have.
func (s Store) Write(file string, data []byte) (changed bool, err error) {
	if file, err = s.existing(file); err != nil {
		return false, err
	}
	return s.Dir.WriteFile(file, data, 0o644)
}

// Swap writes an article, or a page that code owns, in place of old, which is nil if there was none. If the
// file has other content by then, because an editor saved it, Swap writes nothing and the error is an
// fsutil.ErrChanged.
func (s Store) Swap(file string, old, data []byte) error {
	if rest, _ := strings.CutPrefix(file, s.Folder()+"/"); old == nil && !codePath().MatchString(rest) {
		at, err := s.existing(file)
		if err != nil {
			return err
		}
		if at != file {
			return fmt.Errorf("write %q: %w", file, fsutil.ErrChanged)
		}
	}
	rest, _ := strings.CutPrefix(file, s.Folder()+"/")
	if _, _, err := s.cut(file); err != nil && (rest == file || !codePath().MatchString(rest)) {
		return err
	}
	return s.Dir.SwapFile(file, old, data, 0o644)
}

// existing returns the path under which the page at file exists, else file if it may be created.
func (s Store) existing(file string) (string, error) {
	folder, name, err := s.cut(file)
	if err != nil {
		return "", err
	}
	if info, err := s.Dir.Lstat(file); err == nil && info.Mode().IsRegular() {
		return file, nil
	}
	if err := s.CheckPath(file); err != nil {
		return "", err
	}
	dir := path.Join(s.Folder(), folder)
	names, err := s.Dir.ReadNames(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	key := Fold(name)
	for _, n := range names {
		if isPage(n) && Fold(stem(n)) == key {
			return path.Join(dir, n), nil
		}
	}
	return file, nil
}

var codePath = lazy.Regexp(`^(?:index|log|log-\d{4}-\d\d|index/(?:index|project|all-days)[^/\\]*)\.md$`)

// WriteCode writes one of the pages that code owns.
func (s Store) WriteCode(file string, data []byte) (bool, error) {
	if rest, ok := strings.CutPrefix(file, s.Folder()+"/"); !ok || !codePath().MatchString(rest) {
		return false, &PathError{file, "is not a page written by code"}
	}
	return s.Dir.WriteFile(file, data, 0o644)
}

// Load reads the vault: every file below its root but those in folders and files whose name begins with a
// dot. It does not follow symbolic links.
func (s Store) Load(ctx context.Context) (*Wiki, error) {
	w, _, err := s.Look(ctx)
	return w, err
}

// Look is Load, and returns a fingerprint: a hash of the names and stamps of all files, which stays the same
// as long as no page can have changed, see [Store.Glance]. It is "" when stamps cannot show that.
func (s Store) Look(ctx context.Context) (w *Wiki, fingerprint string, err error) {
	e := s.scanner()
	var pages []*Page
	if err = e.walk(ctx, "."); err == nil {
		pages, err = s.load(ctx, e)
	}
	if err != nil {
		return nil, "", fmt.Errorf("read the vault: %w", err)
	}
	return newWiki(s, pages), e.fingerprint(), nil
}

// Glance returns the fingerprint that [Store.Look] would return, without reading a file, and the paths that
// are left out because their names begin with a dot.
func (s Store) Glance(ctx context.Context) (fingerprint string, hidden []string, err error) {
	e := s.scanner()
	if err := e.walk(ctx, "."); err != nil {
		return "", nil, fmt.Errorf("look at the vault: %w", err)
	}
	return e.fingerprint(), e.hidden, nil
}
