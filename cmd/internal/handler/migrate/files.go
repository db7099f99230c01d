package migrate

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/fsutil"
)

const (
	mostFile  = 1 << 20 // bytes of a page that is read
	mostFiles = 100_000
	mostDeep  = 32
)

// A file is a page in a folder of a tool.
type file struct {
	name string // below the folder, with slashes
	text []byte
	info fsutil.Stamp
}

// files gives each the pages below a folder, but for what lies in the vault and what cannot be read safely: links, files
// whose names begin with a dot, and what is too large or no text.
func (r *reading) files(ctx context.Context, folder string, each func(file) error) error {
	dir, err := fsutil.OpenDir(folder)
	if err != nil {
		return err
	}
	defer dir.Close()
	return r.walk(ctx, dir, ".", 0, new(int), each)
}

func (r *reading) walk(ctx context.Context, dir *fsutil.Dir, at string, deep int, n *int, each func(file) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	list, err := dir.Stamps(at, func(string, fs.FileMode) bool { return false })
	if err != nil {
		return err
	}
	in, err := dir.Folder(at)
	if err != nil {
		return err
	}
	defer in.Close()
	for _, f := range list {
		name := path.Join(at, f.Name)
		full := filepath.Join(dir.Path(), filepath.FromSlash(name))
		isPage := strings.EqualFold(path.Ext(f.Name), ".md")
		switch {
		case f.Name[0] == '.':
		case f.Type.IsDir() && workspace.Below(full, r.vault.Path()):
		case f.Type.IsDir() && deep >= mostDeep:
			r.leave(name, "it lies too deep")
		case f.Type.IsDir():
			if err := r.walk(ctx, dir, name, deep+1, n, each); err != nil {
				return err
			}
		case !isPage:
		case f.Type&fs.ModeSymlink != 0:
			r.leave(name, "it is a link, which may lead anywhere")
		case f.Type.IsRegular():
			if *n++; *n > mostFiles {
				return errors.New("there are more than 100,000 files")
			}
			text, stamp, err := in.Read(f.Name, mostFile)
			switch {
			case errors.Is(err, fsutil.ErrLong):
				r.leave(name, "it is larger than 1 MB")
			case err != nil:
				r.leave(name, err.Error())
			case !utf8.Valid(text):
				r.leave(name, "it is not UTF-8")
			default:
				if err := each(file{name, bytes.Clone(text), stamp}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// lines returns the lines of a text that say something, without the marks of a list.
func lines(text string) (out []string) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		for _, mark := range []string{"- ", "* ", "+ ", "• "} {
			line = strings.TrimPrefix(line, mark)
		}
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, line)
		}
	}
	return out
}
