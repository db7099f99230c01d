package accept

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
)

// a gate over lines KEY=VALUE, with what git's last commit has.
type trial struct {
	*Gate
	t       *testing.T
	commit  string
	last    string // the commit that last changed the file
	settled bool
}

func (x *trial) Committed(string) ([]byte, error) {
	if !x.settled {
		return nil, errors.New("a merge is under way")
	}
	return []byte(x.commit), nil
}

func (x *trial) Last(string) string { return x.last }

func newTrial(t *testing.T) *trial {
	dir := must.Get(fsutil.OpenDir(t.TempDir()))(t)
	t.Cleanup(func() { dir.Close() })
	x := &trial{t: t, last: "c1", settled: true}
	x.Gate = &Gate{Dir: dir, Shared: true, Past: x,
		Parse: func(b []byte) (Items, error) {
			items := Items{}
			for line := range strings.Lines(string(b)) {
				key, value, ok := strings.Cut(strings.TrimSpace(line), "=")
				if !ok {
					return nil, errors.New("broken")
				}
				items[key] = value
			}
			return items, nil
		}}
	x.write(layout.Machine, "{}")
	return x
}

func (x *trial) write(name, text string) {
	x.t.Helper()
	must.Get(x.Dir.WriteFile(name, []byte(text), 0o600))(x.t)
}

// holds checks what holds of a text, and how many items wait.
func (x *trial) holds(text, want string, waits int) {
	x.t.Helper()
	x.write(layout.Config, text)
	hold, w, err := x.Sift(layout.Config, []byte(text), nil)
	items, _ := x.Parse([]byte(want))
	must.Hold(x.t, err == nil && maps.Equal(hold, items) && len(w) == waits, "%q: holds %v, waits %v, %v; want %v and %d", text, hold, w, err, items, waits)
}

// What a commit brought waits, what none has is the person's, and holds from then on.
func TestSift(t *testing.T) {
	x := newTrial(t)
	x.holds("a=1\nb=1", "a=1\nb=1", 0) // the first time
	x.commit = "a=2\nsite.title=3"
	x.holds("a=2\nsite.title=3", "a=1\nb=1\nsite.title=3", 2)
	x.holds("a=4\nsite.title=3", "a=4\nb=1\nsite.title=3", 1) // b was taken out by the commit
	x.commit = "a=4"
	x.holds("a=4", "a=4\nb=1", 1)
	x.settled = false // a merge is under way, or there is no git
	x.holds("a=5", "a=4\nb=1", 2)
	x.holds("nonsense", "a=4\nb=1", 1)
	x.settled = true
	if _, _, err := x.Sift(layout.Config, []byte("nonsense"), nil); err == nil {
		t.Error("the person's own mistake is not told")
	}
	x.commit = "a=5"
	x.holds("a=5", "a=4\nb=1", 2)
	waits, err := x.Waits()
	must.Be(t, err == nil && x.Accept(waits) == nil, "%v", err)
	x.holds("a=5", "a=5", 0)
	x.write(layout.Accepted, "torn")
	x.holds("a=5", "", 1)
}

// A sync that is killed while it moves the files leaves what no commit has, and it is not the person's.
func TestExpect(t *testing.T) {
	x := newTrial(t)
	x.holds("a=1\nb=1", "a=1\nb=1", 0)
	x.commit = "a=1\nb=1"
	must.Do(t, x.Expect(map[string][]byte{layout.Config: []byte("a=2")}))
	x.holds("a=2", "a=1\nb=1", 2)
	x.holds("a=3", "a=3\nb=1", 1)
	must.Do(t, x.Expect(nil))
	x.holds("a=3", "a=3", 0)
}

// Who takes an edit back has what was there hold again, as an editor may empty a file for a moment; a commit that does the same is
// not the person's.
func TestTakenBack(t *testing.T) {
	x := newTrial(t)
	x.holds("a=1\nb=1", "a=1\nb=1", 0)
	x.commit = "a=1\nb=1"
	x.holds("", "", 0)
	x.holds("a=1\nb=1", "a=1\nb=1", 0)
	x.holds("a=1\nb=2\nc=1", "a=1\nb=2\nc=1", 0)
	x.holds("a=1\nb=3\nc=2", "a=1\nb=3\nc=2", 0)
	x.holds("a=1\nb=1", "a=1\nb=1", 0)
	x.holds("a=2\nb=1", "a=2\nb=1", 0)
	x.commit, x.last = "a=2\nb=1", "c2" // it is committed
	x.commit, x.last = "a=1\nb=1", "c3" // and taken back by somebody else
	x.holds("a=1\nb=1", "a=2\nb=1", 1)
}

// What cannot be used is never accepted.
func TestUnusable(t *testing.T) {
	x := newTrial(t)
	x.holds("a=1\nb=1", "a=1\nb=1", 0)
	x.commit = "a=1\nb=1"
	x.Check = func(i Items) error {
		if i["b"] == "" {
			return errors.New("b is missing")
		}
		return nil
	}
	if _, _, err := x.Sift(layout.Config, []byte("a=2"), nil); err == nil {
		t.Error("no error")
	}
	x.holds("a=1\nb=1", "a=1\nb=1", 0)
}
