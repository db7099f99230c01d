package lint

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
)

// leftAfter is the age from which a temporary file is what a killed process left behind.
const leftAfter = time.Hour

// disk looks at what a snapshot leaves out: files whose names begin with a dot, and what lies
// beside the logs. Without a survey it makes one.
func (c *checker) disk(ctx context.Context, sv *survey) ([]*Finding, error) {
	if c.Dir == nil {
		return nil, nil
	}
	var out []*Finding
	_, strays, err := (&daily.Store{Dir: c.Dir}).Dates()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, s := range strays {
		r := c.about(s, false)
		if name := path.Base(s); strings.HasPrefix(name, ".") {
			r.add(SyncCopy, 0, "a placeholder of a log that is elsewhere", "let the sync tool fetch it")
		} else if strings.Contains(strings.ToLower(name), "conflict") {
			r.add(SyncCopy, 0, "a copy of a log that a sync tool made, and is not read", "put what is missing into the log and delete the copy")
		} else {
			r.add(LogName, 0, "not a log by its name, so it is not read", "the log of a day is called 2026-11-27.md")
		}
		out = append(out, r.found...)
	}
	err = c.eachHidden(ctx, sv, func(name string) {
		if f := c.hidden(name); f != nil && !slices.Contains(strays, name) {
			out = append(out, f)
		}
	})
	return out, err
}

// hidden judges a file whose name begins with a dot, or one of memoria's own.
func (c *checker) hidden(name string) *Finding {
	r := c.about(name, true)
	base := path.Base(name)
	switch {
	case fsutil.IsTemp(base):
		info, err := c.Dir.Lstat(name)
		if err != nil || !info.Mode().IsRegular() || c.Now.Sub(info.ModTime()) < leftAfter {
			return nil
		}
		if f := r.add(Leftover, 0, "a temporary file of a write that did not end", ""); f != nil {
			f.Fix, f.gone = true, true
		}
	case strings.HasPrefix(base, ".") && strings.HasSuffix(base, ".icloud"):
		r.add(SyncCopy, 0, "a placeholder of a file that is elsewhere", "let the sync tool fetch it")
	case strings.HasPrefix(name, ".memoria/state/") && strings.Contains(base, ".corrupt-"):
		r.lower(r.add(Leftover, 0, "a damaged state file that was moved aside", "delete it when you do not need it: what it held was made again"), Info)
	}
	if len(r.found) == 0 {
		return nil
	}
	return r.found[0]
}

// toldByName reports whether hidden has something to say of a file of this name.
func toldByName(name string) bool {
	base := path.Base(name)
	return fsutil.IsTemp(base) || base[0] == '.' && strings.HasSuffix(base, ".icloud") ||
		strings.HasPrefix(name, ".memoria/state/") && strings.Contains(base, ".corrupt-")
}

// eachHidden calls f for the files that a snapshot leaves out, other tools' folders excepted.
func (c *checker) eachHidden(ctx context.Context, sv *survey, f func(name string)) error {
	if sv == nil {
		var err error
		if sv, err = c.survey(ctx); err != nil {
			return err
		}
	}
	for _, name := range sv.hidden {
		f(name)
	}
	names, err := c.private(ctx)
	for _, name := range names {
		f(name)
	}
	c.privates = slices.DeleteFunc(names, func(name string) bool { return fsutil.IsTemp(path.Base(name)) })
	return err
}
