package workspace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki/search"
	"github.com/agent-admin/memoria/wiki/search/index"
)

// SearchFolder returns the index of the Markdown files of a folder that need not be a vault. It lies among the user's
// caches, never in the folder.
func (m *Machine) SearchFolder(dir string) (s *index.Store, end func(), err error) {
	d, err := fsutil.OpenDir(m.Finder().Abs(dir))
	if err != nil {
		return nil, nil, fmt.Errorf("search %s: %w", dir, err)
	}
	s = &index.Store{Dir: d}
	home := m.Getenv("XDG_CACHE_HOME")
	if home == "" && m.Home != "" {
		home = filepath.Join(m.Home, ".cache")
	}
	if filepath.IsAbs(home) {
		if cache, err := fsutil.CreateDir(filepath.Join(home, "memoria", "search"), 0o700); err == nil {
			s.Cache, s.Name = cache, fsutil.Hash([]byte(d.Path()))[:24]
		}
	}
	return s, func() {
		d.Close()
		if s.Cache != nil {
			s.Cache.Close()
		}
	}, nil
}

// QueryParser reads queries with the days that they name as people do.
func (m *Machine) QueryParser(zone *time.Location) search.Parser {
	return search.Parser{Day: func(words string) (string, bool) {
		zone = cmp.Or(zone, time.UTC)
		at, err := ParseMoment(words, m.Now(), zone)
		return at.In(zone).Format(time.DateOnly), err == nil
	}}
}

// Find searches. It rebuilds a damaged index.
func Find(ctx context.Context, store *index.Store, q search.Query, o search.Options, unchecked bool) (res search.Results, x *index.Index, err error) {
	for range 2 {
		if unchecked {
			x, err = store.OpenKept(ctx)
		} else {
			x, err = store.Open(ctx)
		}
		if err != nil {
			return res, nil, err
		}
		if res, err = search.Find(ctx, x, q, o); err != nil {
			x.Close()
			return res, nil, err
		}
		if !res.Lost {
			break
		}
		x.Close()
		store.Forget()
	}
	return res, x, nil
}

// ParseMoment parses a time or a day; a day means its midnight in zone.
func ParseMoment(s string, now time.Time, zone *time.Location) (time.Time, error) {
	zone = cmp.Or(zone, time.UTC)
	s = strings.ToLower(strings.TrimSpace(s))
	today := daily.DateOf(now, zone)
	switch s {
	case "today":
		return today.At(0, 0, zone), nil
	case "yesterday":
		return today.AddDays(-1).At(0, 0, zone), nil
	}
	if d, err := daily.ParseDate(s); err == nil {
		return d.At(0, 0, zone), nil
	}
	if t, err := time.Parse(time.RFC3339, strings.ToUpper(s)); err == nil {
		return t, nil
	}
	wrong := errors.New("is no day and no length of time")
	if s == "" {
		return time.Time{}, wrong
	}
	n, err := strconv.ParseUint(s[:len(s)-1], 10, 16) // days enough for an age of men
	if err != nil {
		return time.Time{}, wrong
	}
	switch s[len(s)-1] {
	case 'h':
		return now.Add(-time.Duration(n) * time.Hour), nil
	case 'd':
		return today.AddDays(-int(n)).At(0, 0, zone), nil
	case 'w':
		return today.AddDays(-7*int(n)).At(0, 0, zone), nil
	}
	return time.Time{}, wrong
}
