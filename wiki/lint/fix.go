package lint

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

// An Edit is a file before and after its fixes.
type Edit struct {
	Path   string
	Before []byte
	After  []byte   // nil when the file goes
	Checks []string // the checks whose findings it fixes, sorted
}

// rounds is how often a fixed page is checked again: one problem may hide another.
const rounds = 4

// Plan returns the files that fixes change, sorted by path, and the findings that remain. It writes
// nothing.
func (l *Linter) Plan(ctx context.Context) (edits []Edit, left []Finding, err error) {
	now := *l
	if now.Wiki == nil { // stored findings contain no fixes
		if now.Wiki, err = now.store().Load(ctx); err != nil {
			return nil, nil, err
		}
	}
	if now.Ask != nil {
		more, err := now.Ask(ctx, now.Wiki)
		if err != nil {
			return nil, nil, err
		}
		now.Told, now.Ask = now.and(more), nil
	}
	made := map[string]*Edit{}
	for range rounds {
		if left, err = now.Run(ctx); err != nil {
			return nil, nil, err
		}
		changed := map[string][]byte{}
		for _, f := range left {
			if f.gone && made[f.Path] == nil {
				e, err := l.leftover(f)
				if err != nil {
					return nil, nil, err
				}
				made[f.Path] = e
			}
		}
		for path, found := range byPath(left) {
			page := now.Wiki.Page(path)
			if page == nil {
				continue
			}
			after, done := mend(page.Bytes(), found)
			if bytes.Equal(after, page.Bytes()) {
				continue
			}
			e := made[path]
			if e == nil {
				e = &Edit{Path: path, Before: page.Bytes()}
				made[path] = e
			}
			e.After, e.Checks = after, slices.Compact(slices.Sorted(slices.Values(append(e.Checks, done...))))
			changed[path] = after
		}
		if len(changed) == 0 {
			break
		}
		now.Wiki = now.Wiki.With(changed)
	}
	left = slices.DeleteFunc(left, func(f Finding) bool { return f.gone && made[f.Path] != nil })
	for _, e := range made {
		if e != nil {
			edits = append(edits, *e)
		}
	}
	sorting.By(edits, func(a, b Edit) int { return cmp.Compare(a.Path, b.Path) })
	return edits, left, nil
}

// leftover returns the edit that removes a file.
func (l *Linter) leftover(f Finding) (*Edit, error) {
	data, err := l.Dir.ReadFile(f.Path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("lint: read %s: %w", f.Path, err)
	}
	return &Edit{Path: f.Path, Before: data, Checks: []string{f.Check}}, nil
}

func byPath(found []Finding) map[string][]Finding {
	m := map[string][]Finding{}
	for _, f := range found {
		if len(f.edits) > 0 {
			m[f.Path] = append(m[f.Path], f)
		}
	}
	return m
}

// mend applies the splices of findings that do not overlap, and returns the checks whose findings it fixed.
func mend(src []byte, found []Finding) (out []byte, done []string) {
	type change struct {
		splice
		check string
	}
	var all []change
	for _, f := range found {
		for _, s := range f.edits {
			all = append(all, change{s, f.Check})
		}
	}
	sorting.Stable(all, func(a, b change) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end)) })
	at := 0
	for _, c := range all {
		if c.start < at {
			continue // the next round makes it
		}
		out = append(append(out, src[at:c.start]...), c.with...)
		at = c.end
		done = append(done, c.check)
	}
	return append(out, src[at:]...), done
}

// Apply writes a plan, each file only if it still is as it was when planned. It returns the paths that were written or
// removed, and those that somebody changed meanwhile, which stay as they are.
func Apply(dir *fsutil.Dir, edits []Edit) (done, changed []string, err error) {
	for _, e := range edits {
		if e.After == nil {
			err = dir.Remove(e.Path)
			if errors.Is(err, fs.ErrNotExist) {
				err = nil
			}
		} else {
			err = dir.SwapFile(e.Path, e.Before, e.After, 0o644)
		}
		switch {
		case errors.Is(err, fsutil.ErrChanged):
			changed = append(changed, e.Path)
		case err != nil:
			return done, changed, fmt.Errorf("lint: mend %s: %w", e.Path, err)
		default:
			done = append(done, e.Path)
		}
	}
	return done, changed, nil
}
