package repo

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// A Merger merges files of ours.
type Merger interface {
	// Merge is given the files that a side changed since base, by their paths, and returns what they are to hold; nil
	// removes one. A path that it does not return is merged as git merges a file that is not ours. What theirs alone
	// changed is among them: it knows whose a file is.
	Merge(base, ours, theirs map[string][]byte) (map[string][]byte, error)
}

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
	conflicts = slices.DeleteFunc(conflicts, func(name string) bool { return w.isOwn(name) && !slices.Contains(left, name) })
	if len(conflicts) > 0 {
		slices.Sort(conflicts)
		return "", &ConflictError{slices.Compact(conflicts)}
	}
	if len(left) > 0 {
		kept, err := w.list(ctx, all, left...)
		if maps.Copy(want, kept); err != nil {
			return "", err
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

// merged returns our paths as both sides together have them, and those that are left to git.
func (w *Work) merged(ctx context.Context, s sides, m Merger) (out entries, left []string, err error) {
	var of [3]entries
	for i, c := range []string{s.base, s.ours, s.theirs} {
		if of[i], err = w.tree(ctx, c); err != nil {
			return nil, nil, err
		}
	}
	base, ours, theirs := of[0], of[1], of[2]
	out = maps.Clone(ours)
	var changed, ids []string
	for name := range union(base, ours, theirs) {
		b, o, t := base[name], ours[name], theirs[name]
		if o == t && o == b || !isText(o) || !isText(t) { // a link that another machine made is not taken
			continue
		}
		changed, ids = append(changed, name), append(ids, b.id, o.id, t.id)
	}
	text, err := w.read(ctx, ids...)
	if err != nil {
		return nil, nil, err
	}
	var sides [3]map[string][]byte
	for i := range sides {
		sides[i] = map[string][]byte{}
		for _, name := range changed {
			if e := of[i][name]; e.id != "" {
				sides[i][w.below(name)] = text[e.id]
			}
		}
	}
	merged, err := m.Merge(sides[0], sides[1], sides[2])
	if err != nil {
		return nil, nil, err
	}
	for name, b := range merged {
		if out[w.Prefix+name], err = w.keep(ctx, b, text, ours[w.Prefix+name], theirs[w.Prefix+name]); err != nil {
			return nil, nil, err
		}
	}
	for _, name := range changed {
		switch _, ok := merged[w.below(name)]; {
		case ok || theirs[name] == base[name]:
		case ours[name] == base[name] || ours[name] == theirs[name]:
			out[name] = theirs[name]
		default:
			left = append(left, name)
		}
	}
	maps.DeleteFunc(out, func(_ string, e entry) bool { return e.id == "" })
	return out, left, nil
}

// keep returns the entry of a file, that of a side if it holds the same.
func (w *Work) keep(ctx context.Context, file []byte, text map[string][]byte, sides ...entry) (entry, error) {
	if file == nil {
		return entry{}, nil
	}
	for _, e := range sides {
		if e.id != "" && bytes.Equal(text[e.id], file) {
			return e, nil
		}
	}
	id, err := w.feed(ctx, string(file), "hash-object", "-w", "--stdin", "--no-filters")
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
