package flush

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// What was taken from the files in which agents remember by themselves. It is a cache as the ledger is:
// without it they are read again, and what the logs say is not taken twice.
const (
	toldName    = layout.Told
	toldVersion = layout.ToldVersion
)

// A toldBook is what was taken from places, by the hash of their names.
type toldBook struct {
	Places map[string]*taken `json:"places"`
}

// taken is what was taken from one place. It holds no words.
type taken struct {
	Stamp string   `json:"stamp,omitempty"` // of the file when it was read last
	Lines []string `json:"lines"`           // hashes, sorted
}

func (f *Flusher) toldBook(now time.Time) (*toldBook, error) {
	b := &toldBook{}
	if _, err := fsutil.ReadState(f.Ledger.Dir, toldName, toldVersion, b, now); err != nil {
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

// of is what was taken from a place.
func (b *toldBook) of(place string) *taken {
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

func (b *toldBook) write(dir *fsutil.Dir) error {
	if _, err := fsutil.WriteState(dir, toldName, toldVersion, b); err != nil {
		return fmt.Errorf("remember what agents told: %w", err)
	}
	return nil
}

// A Stamp says which state of a place was told.
type Stamp struct {
	Place string
	Stamp string // size and time of a file, and the settings it was read under
}

// Untold are those of the places that are not as they were when they were told last.
func (f *Flusher) Untold(places []Stamp, now time.Time) ([]Stamp, error) {
	book, err := f.toldBook(now)
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

// Heard remembers that places were told as they are. The caller holds the import's lock.
func (f *Flusher) Heard(places []Stamp, now time.Time) error {
	if len(places) == 0 {
		return nil
	}
	book, err := f.toldBook(now)
	if err != nil {
		return err
	}
	for _, p := range places {
		book.of(p.Place).Stamp = p.Stamp
	}
	return book.write(f.Ledger.Dir)
}
