package repo

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// A Merger merges what both sides changed in a path of ours. nil is a file that is not there: base is nil if both made
// the file, and nil as the result removes it. It never fails on what a file holds.
type Merger interface {
	// Merge returns what the path holds, or ErrLeave to have git merge it as a file that is not ours.
	Merge(path string, base, ours, theirs []byte) ([]byte, error)
}

// ErrLeave says that a path is not the Merger's to merge.
var ErrLeave = errors.New("left to git")

// A ConflictError names files that both sides changed and that git merges. Nothing was written.
type ConflictError struct{ Paths []string }

func (e *ConflictError) Error() string {
	return "both sides changed " + strings.Join(e.Paths, ", ")
}

// sides are the commits of a merge.
type sides struct{ base, ours, theirs string } // "" is a commit without files

// mergeTree returns the tree of a merge: our paths as m merges them, all others as git does.
func (w *Work) mergeTree(ctx context.Context, s sides, m Merger) (string, error) {
	all, conflicts, err := w.foreign(ctx, s)
	if err != nil {
		return "", err
	}
	want, left, err := w.merged(ctx, s, m)
	if err != nil {
		return "", err
	}
	conflicts = slices.DeleteFunc(conflicts, func(name string) bool { return w.isOwn(name) && !in(left, name) })
	if len(conflicts) > 0 {
		slices.Sort(conflicts)
		return "", &ConflictError{slices.Compact(conflicts)}
	}
	have, err := w.tree(ctx, all)
	if err != nil {
		return "", err
	}
	for _, name := range left {
		if e, ok := have[name]; ok {
			want[name] = e
		}
	}
	return w.treeWith(ctx, all, want)
}

// treeWith returns the tree of another one with our paths as they are wanted.
func (w *Work) treeWith(ctx context.Context, all string, want entries) (string, error) {
	if err := w.begin(ctx, all); err != nil {
		return "", err
	}
	have, err := w.tree(ctx, all)
	if err != nil {
		return "", err
	}
	lines := entries{}
	for name, e := range want {
		if have[name] != e {
			lines[name] = e
		}
	}
	for name := range have {
		if _, ok := want[name]; !ok {
			lines[name] = entry{}
		}
	}
	if err := w.enter(ctx, lines); err != nil {
		return "", err
	}
	return w.ours(ctx, "", "write-tree")
}

// foreign returns the tree as git merges it, and the paths of conflicts. What it has of ours means nothing.
func (w *Work) foreign(ctx context.Context, s sides) (tree string, conflicts []string, err error) {
	args := []string{"merge-tree", "--write-tree", "--allow-unrelated-histories", "-z", "--name-only", "--no-messages", s.ours, s.theirs}
	out, err := w.git(ctx, args...)
	var e *Error
	if err != nil && !(errors.As(err, &e) && e.Code == 1) {
		if errors.As(err, &e) && (strings.Contains(e.Text, "usage:") || strings.Contains(e.Text, "unknown rev")) {
			err = fmt.Errorf("git is older than 2.38, which merges aside: %w", err)
		}
		return "", nil, err
	}
	f := fields(out)
	return f[0], f[1:], nil
}

// merged returns our paths as both sides together have them, and those that m leaves to git. What theirs alone changed m
// is asked about too: it knows whose a file is.
func (w *Work) merged(ctx context.Context, s sides, m Merger) (out entries, left []string, err error) {
	var of [3]entries
	for i, c := range []string{s.base, s.ours, s.theirs} {
		if of[i], err = w.tree(ctx, c); err != nil {
			return nil, nil, err
		}
	}
	base, ours, theirs := of[0], of[1], of[2]
	out = entries{}
	var asked, ids []string
	decide := func(name string) {
		b, o, t := base[name], ours[name], theirs[name]
		switch {
		case o == t, t == b, !isText(t): // a link that another machine made is not taken
			out[name] = o
		case o.id == "" && b.id == "":
			out[name] = t
		default:
			asked, ids = append(asked, name), append(ids, b.id, o.id, t.id)
		}
	}
	for name := range ours {
		decide(name)
	}
	for name := range theirs {
		if _, ok := ours[name]; !ok {
			decide(name)
		}
	}
	text, err := w.read(ctx, ids...)
	if err != nil {
		return nil, nil, err
	}
	slices.Sort(asked)
	for _, name := range asked {
		out[name], err = w.mergeFile(ctx, name, base[name], ours[name], theirs[name], text, m)
		switch {
		case errors.Is(err, ErrLeave) && ours[name] == base[name]:
			out[name] = theirs[name]
		case errors.Is(err, ErrLeave):
			left = append(left, name)
		case err != nil:
			return nil, nil, err
		}
	}
	maps.DeleteFunc(out, func(_ string, e entry) bool { return e.id == "" })
	return out, left, nil
}

// isText reports whether an entry is a plain file, or nothing.
func isText(e entry) bool { return e.id == "" || strings.HasPrefix(e.mode, "100") }

func (w *Work) mergeFile(ctx context.Context, name string, base, ours, theirs entry, text map[string][]byte, m Merger) (entry, error) {
	result, err := m.Merge(w.below(name), text[base.id], text[ours.id], text[theirs.id])
	if err != nil || result == nil {
		return entry{}, err
	}
	for _, e := range []entry{ours, theirs} {
		if e.id != "" && string(text[e.id]) == string(result) {
			return e, nil
		}
	}
	id, err := w.feed(ctx, string(result), "hash-object", "-w", "--stdin", "--no-filters")
	return entry{plain, id}, err
}

// plain is the mode of a file.
const plain = "100644"

// read returns files by their ids; "" has none.
func (w *Work) read(ctx context.Context, ids ...string) (map[string][]byte, error) {
	slices.Sort(ids)
	ids = slices.DeleteFunc(slices.Compact(ids), func(id string) bool { return id == "" })
	out := map[string][]byte{}
	if len(ids) == 0 {
		return out, nil
	}
	text, err := w.call(ctx, call{args: []string{"cat-file", "--batch"}, dir: w.Top, stdin: strings.Join(ids, "\n") + "\n"})
	if err != nil {
		return nil, err
	}
	r := bufio.NewReader(strings.NewReader(text))
	for range ids { // "id blob size", the file, a newline
		head, err := r.ReadString('\n')
		if err != nil {
			return nil, fmt.Errorf("read objects: %w", err)
		}
		var id, kind string
		var size int
		if n, _ := fmt.Sscanf(head, "%s %s %d", &id, &kind, &size); n != 3 {
			return nil, fmt.Errorf("read object: %s", strings.TrimSpace(head))
		}
		b := make([]byte, size+1)
		if _, err := io.ReadFull(r, b); err != nil {
			return nil, fmt.Errorf("read object %s: %w", id, err)
		}
		out[id] = b[:size]
	}
	return out, nil
}
