package queue

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/agent-admin/memoria/fsutil"
)

const (
	spoolDir = "spool"
	maxSpool = 4096 // notes for one vault; a vault that stays away must not fill the disk
)

// ErrSpoolFull says that a vault has been unavailable so long that no more notes are kept for it. A
// scan finds its sessions when it is back.
var ErrSpoolFull = errors.New("the spool is full")

// A Spool keeps notes for vaults that cannot be written, outside of them, until they can.
type Spool struct {
	Dir *fsutil.Dir // required: memoria's folder in the user's state directory
}

// A spooled note lies in the directory of its vault, under the name that it will have in the queue.
type spooled struct {
	Vault string `json:"vault"`
	Note  Note   `json:"note"`
}

// Put stores a note for the vault at an absolute path. It is on the disk when Put returns.
func (s *Spool) Put(vault string, n Note) error {
	if err := s.put(vault, n); err != nil {
		return fmt.Errorf("spool %s note: %w", n.Kind, err)
	}
	return nil
}

func (s *Spool) put(vault string, n Note) error {
	if err := n.check(); err != nil {
		return err
	}
	data, err := json.Marshal(spooled{vault, n})
	if err != nil {
		return err
	}
	dir := spoolDir + "/" + fsutil.Hash([]byte(vault))[:keyDigits]
	if err := s.Dir.MkdirAll(dir, dirPerm); err != nil {
		return err
	}
	names, err := s.Dir.ReadNames(dir)
	if err != nil {
		return err
	}
	if len(names) >= maxSpool {
		return ErrSpoolFull
	}
	err = s.Dir.AddFile(dir+"/"+fileOf(n), data, filePerm, true)
	if w, _ := n.Kind.way(); w.once && errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// Adopt moves the notes that were stored for the vault of q into the queue and returns how many. A path that
// leads to the vault through a link counts as the vault. Damaged files are removed
// and reported. If Adopt is repeated, or killed and repeated, it adds nothing twice.
func (s *Spool) Adopt(q *Queue) (moved int, err error) {
	list, err := s.List()
	for _, k := range list {
		if k.Vault != "" && !k.For(q.Dir.Path()) {
			continue
		}
		for _, file := range k.files {
			var n int
			if n, err = s.adopt(q, k.Dir, file); err != nil {
				return moved, fmt.Errorf("take notes from the spool: %w", err)
			}
			moved += n
		}
	}
	return moved, err
}

func (s *Spool) adopt(q *Queue, dir, file string) (moved int, err error) {
	sp, err := s.read(dir+"/"+file, file)
	var damaged *damagedError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return 0, nil
	case errors.As(err, &damaged):
		q.warn("spool: %v", err)
	case err != nil:
		return 0, err
	default:
		if err := q.adopt(file, sp.Note); err != nil {
			return 0, err
		}
		moved = 1
	}
	return moved, s.Dir.RemoveAllOf(dir, []string{file})
}

// adopt is Put with the name that the note already has.
func (q *Queue) adopt(file string, n Note) error {
	data, err := json.Marshal(n)
	if err != nil {
		return err
	}
	if err := q.prepare(); err != nil {
		return err
	}
	err = q.Dir.AddFile(queueDir+"/"+file, data, filePerm, true)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

func (s *Spool) read(name, file string) (spooled, error) {
	var sp spooled
	b, err := s.Dir.ReadFile(name)
	if err != nil {
		return sp, err
	}
	err = json.Unmarshal(b, &sp)
	if err == nil {
		err = sp.Note.check()
	}
	if n, ok := parseName(file); err == nil && (!ok || n.kind != sp.Note.Kind || n.key != Key(sp.Note.Agent, sp.Note.Session)) {
		err = errors.New("its name says another session or kind")
	}
	if err != nil {
		return spooled{}, &damagedError{name, err}
	}
	return sp, nil
}

func leadsTo(path, vault string) bool {
	if path == vault {
		return true
	}
	a, err := os.Stat(path)
	if err != nil {
		return false
	}
	b, err := os.Stat(vault)
	return err == nil && os.SameFile(a, b)
}

// A Kept describes what the spool holds for one vault.
type Kept struct {
	Vault string // the path by which its hooks know it; "" if no note can be read
	Dir   string // the folder of the notes, relative to the spool's own directory
	Notes int
	files []string
}

// For reports whether Adopt would move these notes into the vault at an absolute path.
func (k Kept) For(vault string) bool { return k.Vault != "" && leadsTo(k.Vault, vault) }

// List returns the vaults for which notes wait in the spool.
func (s *Spool) List() (list []Kept, err error) {
	vaults, err := s.Dir.ReadDir(spoolDir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("list the spool: %w", err)
	}
	for _, v := range vaults {
		if !v.IsDir() || !isKey(v.Name()) {
			continue
		}
		k, err := s.kept(spoolDir + "/" + v.Name())
		if err != nil {
			return list, fmt.Errorf("list the spool: %w", err)
		}
		if k.Notes > 0 {
			list = append(list, k)
		}
	}
	return list, nil
}

func (s *Spool) kept(dir string) (Kept, error) {
	k := Kept{Dir: dir}
	entries, err := s.Dir.ReadDir(dir)
	for _, e := range entries {
		if e.IsDir() || fsutil.IsTemp(e.Name()) {
			continue
		}
		if k.Vault == "" {
			sp, _ := s.read(dir+"/"+e.Name(), e.Name())
			k.Vault = sp.Vault
		}
		k.files = append(k.files, e.Name())
	}
	k.Notes = len(k.files)
	return k, err
}

// CountFor returns how many notes wait in the spool for the vault at an absolute path.
func (s *Spool) CountFor(vault string) (int, error) {
	list, err := s.List()
	n := 0
	for _, k := range list {
		if k.For(vault) {
			n += k.Notes
		}
	}
	return n, err
}
