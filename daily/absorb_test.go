package daily

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/fsutil/must"
)

// Copies of a log are known by what they hold, whatever a sync tool calls them. Their entries are taken in once, on two
// machines at once too, and a copy that then has nothing of its own goes. A person's note beside the logs stays.
func TestAbsorb(t *testing.T) {
	names := []string{
		"2026-11-27@laptop.sync-conflict-20261128-235418-APZ2LA6.md", "2026-11-27@laptop (Ana's conflicted copy 2026-11-28).md",
		"2026-11-27@laptop (conflicted copy 2026-11-28 120000).md", "2026-11-27@laptop (Conflicted copy ThinkPad 202603121129).md",
		"2026-11-27 2.md", "2026-11-27@laptop-DESKTOP-4F2K.md", "2026-11-27@laptop (1).md",
		"2026-11-27@laptop (1).sync-conflict-20261128-235418-APZ2LA6.md",
	}
	for _, shared := range []bool{true, false} {
		s, root := newStore(t, afternoon.Location())
		own := mustDate(t, "2026-11-27")
		if shared {
			s.Machine = func(context.Context) (Machine, error) {
				return Machine{Name: "laptop", ID: "7f3a91c2", Who: "ana"}, nil
			}
			own = own.On("laptop")
		}
		mustAppend(t, s, sample(0))
		file := filepath.Join(root, s.logName(own))
		common := read(t, file)
		theirs := common
		for n := range names {
			x := sample(n + 1)
			x.Machine, x.Who = "desktop", "bo"
			theirs = appendTo(t, theirs, x) // each has what the copies before have
			put(t, root, "daily/"+names[n], theirs)
		}
		const standup = "# Stand-up\n\n- nothing\n"
		note := put(t, root, "daily/2026-11-27 standup.md", standup)
		prose := put(t, root, "daily/2026-11-27 3.md", common+"\nWhat a person wrote in it.\n")
		half := put(t, root, "daily/2026-11-27 4.md", theirs[:len(theirs)-40])
		if c, err := s.Copies(); err != nil || len(c) != len(names)+2 {
			t.Fatalf("copies %v, %v", c, err)
		}
		got, err := s.Absorb(t.Context())
		must.Be(t, err == nil && len(got.Entries) == len(names) && len(got.Gone) == len(names) && len(got.Left) == 2, "took in %+v, %v", got, err)
		log, err := s.Read(own)
		must.Be(t, err == nil && len(log.Entries) == len(names)+1 && log.Entries[1].Machine == "desktop" && log.Entries[1].Who == "bo" && log.Entries[1].By == "extractive", "the log is %+v, %v", log, err)
		once := read(t, file)
		if got, err := s.Absorb(t.Context()); err != nil || len(got.Entries)+len(got.Gone) != 0 || read(t, file) != once {
			t.Errorf("again, it took in %+v, %v", got, err)
		}
		must.Hold(t, read(t, note) == standup && strings.Contains(read(t, prose), "What a person wrote"), "a person's file changed")
		must.Is(t, must.Err(os.Stat(half)), nil, "a copy that arrived in part went")
		// On the other machine, whose own log has them from the same copies, they are the same entries.
		if shared {
			other := &Store{Dir: s.Dir, Zone: s.Zone, Machine: func(context.Context) (Machine, error) {
				return Machine{Name: "desktop", ID: "00000001", Who: "bo"}, nil
			}}
			put(t, root, "daily/2026-11-27@desktop.md", appendTo(t, "", sample(3)))
			logs, _, err := other.Logs(t.Context())
			n := 0
			for _, l := range logs {
				n += len(l.Entries)
			}
			must.Hold(t, err == nil && n == len(names)+1, "%d entries, %v", n, err)
		}
	}
}

// What a copy has as forgotten is forgotten, and nothing of it comes back.
func TestAbsorbForgotten(t *testing.T) {
	s, root := newStore(t, afternoon.Location())
	mustAppend(t, s, sample(0))
	file := filepath.Join(root, "daily/2026-11-27.md")
	whole := read(t, file)
	id := entry.EntryID("claude", "s-0", "to-0")
	put(t, root, "daily/2026-11-27 (1).md", husked(whole, id))
	got, err := s.Absorb(t.Context())
	must.Be(t, err == nil && len(got.Gone) == 1 && len(got.Entries) == 0, "took in %+v, %v", got, err)
	must.Equal(t, read(t, file), husked(whole, id), "the log")
	put(t, root, "daily/2026-11-27 (1).md", whole)
	got, err = s.Absorb(t.Context())
	must.Hold(t, err == nil && len(got.Gone) == 1 && len(got.Entries) == 0 && read(t, file) == husked(whole, id), "it came back: %+v, %v", got, err)
	// Nor where this machine has only heard that it was forgotten, and has no such log.
	s.Redact = func() (Redact, error) {
		return func(d Dated) (Dated, int) { d.Title = Forgotten; return d, 1 }, nil
	}
	put(t, root, "daily/2026-11-28 (1).md", strings.NewReplacer(id, "aaaaaaaaaaaa", "2026-11-27", "2026-11-28").Replace(whole))
	got, err = s.Absorb(t.Context())
	must.Hold(t, err == nil && len(got.Gone) == 1 && len(got.Entries) == 0, "it came back: %+v, %v", got, err)
	kept, _ := filepath.Glob(filepath.Join(root, ".memoria", "absorbed", "*"))
	must.Hold(t, len(kept) == 0, "it is kept in %q", kept)
}
