package daily

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/fsutil"
)

// Cut removes words from the log of a day for good, under the lock of the logs, and reports whether there
// were any. The rest of the log stays as it is, including what an editor saves meanwhile. A missing log is
// not an error.
func (s *Store) Cut(ctx context.Context, date Date, c Cut) (changed bool, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("forget in the day log %s: %w", date, err)
		}
	}()
	unlock, err := s.Lock(ctx, false)
	if err != nil {
		return false, err
	}
	defer unlock()
	if _, err := s.Dir.CleanTempOf(s.Folder.Folder()); missingIsNone(err) != nil { // they may hold the words, too
		return false, err
	}
	for range maxReplaced {
		var src []byte
		if src, err = s.Dir.ReadFile(s.logName(date)); err != nil {
			return false, missingIsNone(err)
		}
		left := c.From(date, s.zone(), src)
		if bytes.Equal(left, src) {
			return false, nil
		}
		if err = s.stillOwn(date, src, left); err != nil {
			return false, err
		}
		if err = s.Dir.SwapFile(s.logName(date), src, left, logPerm); !errors.Is(err, fsutil.ErrChanged) {
			return err == nil, err
		}
	}
	return false, err
}

// stillOwn has what is left of entries that this machine wrote be its own, too.
func (s *Store) stillOwn(date Date, src, left []byte) error {
	if s.Own == nil {
		return nil
	}
	was, keys := Parse(date, s.zone(), src), []string(nil)
	for _, e := range Parse(date, s.zone(), left).Entries {
		if o := was.entry(e.ID); o != nil && s.Own.Proves(&o.Entry) {
			keys = append(keys, entry.Key(&e.Entry))
		}
	}
	return s.Own.Wrote(keys...)
}

func missingIsNone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// CutTorn removes those of the torn ends of logs in .memoria/torn which hold any of the entries or lines. It
// returns their names; with dry they stay.
func (s *Store) CutTorn(c Cut, dry bool) (names []string, err error) {
	list, err := s.Dir.ReadNames(tornDir)
	if err := missingIsNone(err); err != nil {
		return nil, fmt.Errorf("look through %q: %w", tornDir, err)
	}
	for _, n := range list {
		name := tornDir + "/" + n
		src, err := s.Dir.ReadFile(name)
		if err != nil || !c.in(src) {
			continue
		}
		if !dry {
			if err := missingIsNone(s.Dir.Remove(name)); err != nil {
				return names, err
			}
		}
		names = append(names, name)
	}
	return names, nil
}
