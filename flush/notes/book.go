package notes

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// A book records which lines were taken from which places, by the hash of their names. It is a cache:
// without it the files are read again, and lines that the logs hold are not taken twice.
type book struct {
	Places map[string]*taken `json:"places"`
}

// taken is what was taken from one place. It holds no words.
type taken struct {
	Stamp string   `json:"stamp,omitempty"` // of the file when it was read last
	Lines []string `json:"lines"`           // hashes, sorted
}

func readBook(dir *fsutil.Dir, now time.Time) (*book, error) {
	b := &book{}
	if _, err := fsutil.ReadState(dir, layout.Told, layout.ToldVersion, b, now); err != nil {
		return nil, err
	}
	if b.Places == nil {
		b.Places = map[string]*taken{}
	}
	maps.DeleteFunc(b.Places, func(_ string, t *taken) bool { return t == nil })
	for _, t := range b.Places {
		slices.Sort(t.Lines) // somebody may have merged the file
	}
	return b, nil
}

// of returns what was taken from a place.
func (b *book) of(place string) *taken {
	key := fsutil.Hash([]byte(place))[:24]
	if b.Places[key] == nil {
		b.Places[key] = &taken{}
	}
	return b.Places[key]
}

func (t *taken) has(line string) bool {
	_, ok := slices.BinarySearch(t.Lines, line)
	return ok
}

func (t *taken) add(lines []string) {
	all := slices.Concat(t.Lines, lines)
	slices.Sort(all)
	t.Lines = slices.Compact(all)
}

func (b *book) write(dir *fsutil.Dir) error {
	if _, err := fsutil.WriteState(dir, layout.Told, layout.ToldVersion, b); err != nil {
		return fmt.Errorf("remember what agents told: %w", err)
	}
	return nil
}

// A Stamp says in which state a place was read last.
type Stamp struct {
	Place string
	Stamp string // size and time of a file, and the settings it was read under
}

// Changed returns the places that changed since they were read last.
func (k *Keeper) Changed(places []Stamp, now time.Time) ([]Stamp, error) {
	book, err := readBook(k.Dir, now)
	if err != nil {
		return nil, err
	}
	var out []Stamp
	for _, p := range places {
		if was := book.Places[fsutil.Hash([]byte(p.Place))[:24]]; was == nil || was.Stamp != p.Stamp {
			out = append(out, p)
		}
	}
	return out, nil
}

// Seen records the state of places that were read. The caller holds the import's lock.
func (k *Keeper) Seen(places []Stamp, now time.Time) error {
	if len(places) == 0 {
		return nil
	}
	book, err := readBook(k.Dir, now)
	if err != nil {
		return err
	}
	for _, p := range places {
		book.of(p.Place).Stamp = p.Stamp
	}
	return book.write(k.Dir)
}
