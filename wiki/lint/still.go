package lint

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
)

// A still is what the vault looked like to a run, and what it found beside the pages. While it looks
// the same, all that was found holds, and while the logs do, so does what was told of them.
type still struct {
	run     string
	all     string // sums up the vault, see survey; "" when that does not tell of all changes
	logs    string // the same of the folder of the logs
	private string // sums up what is told of by name below .memoria
	mark    string // see Linter.Mark
	told    Told

	now, disk []*Finding
}

// tells reports whether what Ask said to that run is what it would say now.
func (s *still) tells(c *checker, sv *survey) bool {
	t := s.told
	return s.mark != "" && s.mark == c.mark && s.logs != "" && s.logs == sv.logs.sum() && (!t.Pages || s.all != "" && s.all == sv.all.sum()) &&
		!c.Now.Before(t.From) && (t.Until.IsZero() || c.Now.Before(t.Until))
}

// found returns what that run found if nothing has changed since.
func (s *still) found(ctx context.Context, c *checker, sv *survey) ([]Finding, bool) {
	if s.all == "" || s.all != sv.all.sum() || !s.tells(c, sv) {
		return nil, false
	}
	names, err := c.private(ctx)
	if err != nil || s.private == "" || s.private != sumOfNames(names) {
		return nil, false
	}
	m := &memory{run: s.run}
	pages := make([][]*Finding, 0, len(sv.files))
	if !c.recollect(m, len(sv.files), func(_ int, found []*Finding) { pages = append(pages, found) }) {
		return nil, false
	}
	return listed(pages, slices.Concat(m.names, m.duplicates, m.index, s.now, s.disk)), true
}

// remember keeps what was found by a run over a vault that looked like sv. It writes no more than it
// has to: was is what is kept already. m.run is empty if any page is another than the run before saw.
func (c *checker) remember(ctx context.Context, m *memory, was *still, sv *survey, found *seen) {
	s := &still{run: m.run, all: sv.all.sum(), logs: sv.logs.sum(), mark: c.mark, told: c.Told, now: found.now, disk: found.disk}
	if slices.ContainsFunc(m.pages, func(p memo) bool { return p.asks }) {
		s.all = "" // more was looked at
	}
	if names, err := c.private(ctx); err == nil && slices.Equal(names, c.privates) {
		s.private = sumOfNames(names)
	}
	switch {
	case m.run == "":
		c.keep(m, s)
	case was == nil || was.run != s.run || was.all != s.all || was.private != s.private || !was.tells(c, sv):
		c.write(1<<16, stillName, s.run, s.pack)
	}
}

// private lists the files below .memoria of which the name alone tells something.
func (c *checker) private(ctx context.Context) ([]string, error) {
	var out []string
	var walk func(folder string) error
	walk = func(folder string) error {
		list, err := c.Dir.Stamps(folder, func(string, fs.FileMode) bool { return false })
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
			return nil
		}
		if err != nil {
			return err
		}
		for _, f := range list {
			name := folder + "/" + f.Name
			if f.Type.IsRegular() && toldByName(name) {
				out = append(out, name)
			} else if f.Type.IsDir() {
				if err := walk(name); err != nil {
					return err
				}
			}
		}
		return ctx.Err()
	}
	return out, walk(".memoria")
}

// sumOfNames is empty if there is more to these files than their names.
func sumOfNames(names []string) string {
	if slices.ContainsFunc(names, func(name string) bool { return fsutil.IsTemp(path.Base(name)) }) {
		return ""
	}
	return sumOf([]byte(strings.Join(names, "\x00")))
}
