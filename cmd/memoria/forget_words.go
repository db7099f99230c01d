package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/flush/wording"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

const logsDir = layout.Logs

// unlog takes the lines out of what nobody watches that say it, or with dry counts them.
func (x *oblivion) unlog(dry bool) error {
	words := wording.LinesOf(x.texts)
	names, err := x.v.Dir.ReadNames(logsDir)
	if errors.Is(err, fs.ErrNotExist) || len(words) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	for _, name := range names {
		name = logsDir + "/" + name
		data, err := x.v.Dir.ReadFile(name)
		if err != nil || !words.In(string(data)) {
			continue
		}
		var left []byte
		n := 0
		for l := range bytes.Lines(data) {
			if words.In(string(l)) {
				n++
				continue
			}
			left = append(left, l...)
		}
		switch {
		case n == 0:
		case dry:
			x.goes(name, count(n, "line"))
		default:
			if err := x.v.Dir.SwapFile(name, data, left, 0o600); err != nil && !errors.Is(err, fsutil.ErrChanged) {
				return err
			}
		}
	}
	return nil
}

// will is a file as it is going to read; false if it goes.
func (x *oblivion) will(name string) ([]byte, bool) {
	switch dir := path.Dir(name); {
	case compiler.Cleared(name), dir == layout.Replies, dir == logsDir, x.waits(name):
		return nil, false
	case dir == layout.Pages && !x.foresight.Keeps(name):
		return nil, false
	}
	for _, files := range []map[string][]byte{x.forgone.After, x.foresight.Pages} {
		if data, ok := files[name]; ok {
			return data, data != nil
		}
	}
	data, err := x.v.Dir.ReadFile(name)
	if err != nil || slices.ContainsFunc(x.went, func(g gone) bool { return g.Where == name && strings.HasPrefix(g.What, "whole:") }) {
		return nil, false
	}
	if day, err := daily.ParseDate(strings.TrimSuffix(path.Base(name), ".md")); err == nil && path.Dir(name) == "daily" {
		return x.promise.Cuts[day].From(day, x.v.Config.Zone, data), true
	}
	return data, true
}

// waits reports whether a file is what waits in the queue of a session that something is forgotten of.
func (x *oblivion) waits(name string) bool {
	if !strings.HasPrefix(name, layout.Folder+"/") {
		return false
	}
	for _, s := range x.sessions() {
		if strings.Contains(path.Base(name), queue.Key(s.Agent, s.ID)) {
			return true
		}
	}
	return false
}

// sessions are those that something is forgotten of.
func (x *oblivion) sessions() []flush.SessionName {
	out := slices.Clone(x.promise.Sessions)
	for _, s := range x.touched {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// saying are the lines of a file that say it. Of a file that is ours each text is looked at by itself.
func saying(name string, data []byte, words wording.Lines) (lines []int) {
	if strings.HasPrefix(name, layout.Folder+"/") && bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		if lines, ok := sayingJSON(data, words); ok {
			return lines
		}
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

// sayingJSON are the lines of JSON in which a text says it; false for what is none.
func sayingJSON(data []byte, words wording.Lines) (lines []int, ok bool) {
	d := json.NewDecoder(bytes.NewReader(data))
	for {
		t, err := d.Token()
		if err == io.EOF {
			return lines, true
		}
		if err != nil {
			return nil, false
		}
		if s, is := t.(string); is && words.In(s) {
			if n := 1 + bytes.Count(data[:d.InputOffset()], []byte("\n")); !slices.Contains(lines, n) {
				lines = append(lines, n)
			}
		}
	}
}
