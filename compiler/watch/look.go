package watch

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil"
)

// seen is a file as it was when it was read last.
type seen struct {
	stamp fsutil.Stamp
	sum   [sha256.Size]byte // of its bytes; zero when they cannot be read
}

// hash is the sum as the state has it, see [fsutil.Hash].
func (f seen) hash() string { return hex.EncodeToString(f.sum[:]) }

// tops are the folders that are watched.
func (s *watching) tops() []string { return []string{"daily", s.Folder} }

// wanted tells the names of pages and logs from everybody's temporary ones (C-16).
func wanted(name string) bool {
	return name[0] != '.' && !fsutil.IsTemp(name) && strings.EqualFold(path.Ext(name), ".md")
}

// look finds what changed and waits until it stays as it is: a file that somebody is still writing is
// none to compile (C-02). It reports false when nothing may be compiled now. With deep every file is
// read, whatever its stamp says (C-07).
func (s *watching) look(ctx context.Context, deep bool) (bool, error) {
	for range maxRounds {
		changed, err := s.scan(ctx, deep, nil)
		if ctx.Err() != nil {
			return false, nil
		}
		if err != nil && !s.begun && hopeless(err) {
			return false, err
		}
		if err != nil {
			s.away = true
			s.trouble(err)
			return false, nil
		}
		if s.away {
			s.away = false
			s.trouble(nil)
		}
		if !changed || !s.begun {
			return true, nil
		}
		deep = false
		select {
		case <-ctx.Done():
			return false, nil
		case <-time.After(s.quiet):
		}
	}
	return true, nil
}

// takeOwn takes the files as a run left them. What is neither as it was before nor as the run wrote it
// was changed by somebody else meanwhile.
func (s *watching) takeOwn(ctx context.Context, own map[string]string) {
	if _, err := s.scan(ctx, false, own); err != nil && ctx.Err() == nil {
		s.away = true // so that the look which finds them again says so
		s.trouble(err)
	}
}

// scan looks at all files, reads those whose stamp is another than it was, and marks those dirty whose
// bytes are others and not the ones that own says. It reports whether there were any. The error is a
// *MissingFolderError, or one of reading a directory; then nothing is taken for changed.
func (s *watching) scan(ctx context.Context, deep bool, own map[string]string) (changed bool, err error) {
	l := &looker{dir: s.Vault, was: s.files, now: make(map[string]seen, len(s.files)), deep: deep}
	for _, top := range s.tops() {
		if err := l.walk(ctx, top); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return false, err
		}
	}
	s.worked = true
	if err := s.missing(l.now); err != nil {
		return false, err
	}
	mark := func(name, hash string) {
		if wrote, ours := own[name]; !ours || wrote != hash {
			s.dirty[name], changed = true, true
		}
	}
	for name, f := range l.now {
		if was, ok := s.files[name]; !ok || f.sum != was.sum {
			mark(name, f.hash())
		}
	}
	for name := range s.files {
		if _, there := l.now[name]; !there {
			mark(name, "")
		}
	}
	s.files = l.now
	return changed, nil
}

// A looker looks at the files below some folders.
type looker struct {
	dir      *fsutil.Dir
	was, now map[string]seen
	deep     bool
	buf      []byte
}

func (l *looker) walk(ctx context.Context, dir string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	entries, err := l.dir.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		switch {
		case e.Name()[0] == '.':
		case e.IsDir():
			if err := l.walk(ctx, name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		case wanted(e.Name()):
			l.file(name, e)
		}
	}
	return nil
}

func (l *looker) file(name string, e fs.DirEntry) {
	info, err := e.Info()
	if err == nil && e.Type()&fs.ModeSymlink != 0 {
		info, err = l.dir.Stat(name) // a log may be kept elsewhere in the vault
	}
	if err != nil || !info.Mode().IsRegular() {
		return // gone since it was listed, or nothing that could be a page
	}
	f := seen{stamp: fsutil.StampOf(info)}
	if was, ok := l.was[name]; ok && was.stamp == f.stamp && !l.deep {
		l.now[name] = was
		return
	}
	if f.sum, err = l.sum(name); errors.Is(err, fs.ErrNotExist) {
		return
	}
	l.now[name] = f
}

// sum is the hash of a file, of whatever length.
func (l *looker) sum(name string) (sum [sha256.Size]byte, err error) {
	f, err := l.dir.Open(name)
	if err != nil {
		return sum, err
	}
	defer f.Close()
	if l.buf == nil {
		l.buf = make([]byte, 64<<10)
	}
	h := sha256.New()
	if _, err := io.CopyBuffer(struct{ io.Writer }{h}, struct{ io.Reader }{f}, l.buf); err != nil {
		return sum, err
	}
	h.Sum(sum[:0])
	return sum, nil
}

// there reports whether the vault is still the directory that was opened: a disk may have been taken
// out, a folder moved away.
func (s *watching) there() error {
	now, err := os.Stat(s.Vault.Path())
	if err != nil {
		return ErrVaultGone
	}
	if opened, err := s.Vault.Stat("."); err != nil || !os.SameFile(now, opened) {
		return ErrVaultGone
	}
	return nil
}
