package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/git"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/fsutil"
)

const (
	whyHand       = "in your own words"
	whySays       = "says the same"
	whyTranscript = "the agent's own transcript, which memoria never touches"
	whyGit        = "a repository: what was committed is in its history"

	longestFile = 32 << 20 // that is looked through for words
)

// transcripts are the agent's own files of what is forgotten, as far as they are still there.
func (x *oblivion) transcripts(kept flush.Forgone) {
	paths := slices.Compact(slices.Sorted(slices.Values(kept.Transcripts)))
	for _, p := range paths {
		if isFile(p) {
			x.rest = append(x.rest, stay{Path: p, Why: whyTranscript})
		}
	}
	if root, ok := (&git.Finder{Home: x.Home}).Repository(x.v.Dir.Path()); ok {
		x.rest = append(x.rest, stay{Path: root, Why: whyGit})
	}
}

// untold tells of entries whose turns in the archive may say a line in other words.
func (x *oblivion) untold(ask *flush.Forget) {
	seen := map[string]bool{}
	for _, l := range ask.Lines {
		if l.Untold > 0 && !seen[l.Of.ID] {
			seen[l.Of.ID] = true
			x.rest = append(x.rest, stay{Path: ".memoria/archive", Why: "which of the " + count(l.Untold, "turn") + " of entry " + l.Of.ID +
				" said it cannot be told; memoria forget " + l.Of.ID + " takes them all"})
		}
	}
}

// stays finds what goes on saying it: lines in a person's own words, and the same words elsewhere.
// done says that it was forgotten; else what is going to be is left out.
func (x *oblivion) stays(ctx context.Context, done bool) error {
	x.rest = slices.DeleteFunc(x.rest, func(s stay) bool { return s.Why == whyHand || s.Why == whySays })
	held, err := x.compiler(x.v).Holdings(ctx, x.forgetting())
	if err != nil {
		return err
	}
	told := map[string]bool{} // pages that were looked at
	var places []stay
	for _, h := range held {
		told[h.Path] = true
		for _, n := range h.Left {
			places = append(places, stay{h.Path, n, whyHand})
		}
	}
	words := flush.SayingsOf(x.texts)
	if len(words) > 0 {
		err = fs.WalkDir(x.v.Dir.FS(), ".", func(name string, e fs.DirEntry, err error) error {
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case err != nil:
				return nil // what cannot be read says nothing
			case e.IsDir() && (e.Name() == ".git" || name == ".memoria/lock" || !done && name == ".memoria"):
				return fs.SkipDir
			case !e.Type().IsRegular() || fsutil.IsTemp(name):
				return nil
			case !done && (told[name] || x.code(name)):
				return nil
			}
			for _, n := range x.saying(name, words, done) {
				if !slices.ContainsFunc(places, func(s stay) bool { return s.Path == name && s.Line == n }) {
					places = append(places, stay{name, n, whySays})
				}
			}
			return nil
		})
	}
	x.rest = append(places, x.rest...)
	return err
}

// code reports whether a page is written by code, and so follows from the others.
func (x *oblivion) code(name string) bool {
	dir, base := path.Split(name)
	return strings.TrimSuffix(dir, "/") == x.v.Config.Wiki && (base == "index.md" || strings.HasPrefix(base, "log")) || strings.HasPrefix(name, x.v.Config.Wiki+"/index/")
}

// saying are the lines of a file that say it. A log is looked at as it will be.
func (x *oblivion) saying(name string, words flush.Sayings, done bool) (lines []int) {
	info, err := x.v.Dir.Stat(name)
	if err != nil || info.Size() > longestFile {
		return nil
	}
	data, err := x.v.Dir.ReadFile(name)
	if err != nil {
		return nil
	}
	if day, err := daily.ParseDate(strings.TrimSuffix(path.Base(name), ".md")); err == nil && path.Dir(name) == "daily" && !done {
		data = x.promise.Cuts[day].From(day, x.v.Config.Zone, data)
	}
	if strings.HasSuffix(name, ".gz") {
		data = unzipped(data)
	}
	if !words.In(string(data)) {
		return nil
	}
	n := 0
	for l := range bytes.Lines(data) {
		if n++; words.In(string(l)) {
			lines = append(lines, n)
		}
	}
	if len(lines) == 0 { // over several lines
		lines = []int{1}
	}
	return lines
}

func unzipped(data []byte) []byte {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return data
	}
	out, err := io.ReadAll(io.LimitReader(z, 8*longestFile))
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return data
	}
	return out
}
