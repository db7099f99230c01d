package repo

import (
	"context"
	"strings"

	"github.com/agent-admin/memoria/fsutil/pick"
)

// A Sent file is one that a push would send, as one of its commits has it.
type Sent struct {
	Path string // below the folder
	Text []byte // nil if it is too large to be looked at
	Was  []byte // what the remote branch has under this path
	Old  bool   // a later commit changed or removed it
}

// The most that is read of a file, and at once.
const (
	maxSent  = 4 << 20
	maxBatch = 32 << 20
)

// Sends calls f for each file below the folder in the commits that a push would send, also for those that a later commit took
// out again. trunk is the remote branch and clear a commit that was looked at before; "" is none. It ends with the error of f.
func (w *Work) Sends(ctx context.Context, trunk, clear string, f func(Sent) error) error {
	if w.Head == trunk {
		return nil
	}
	since := []string{w.Head}
	for _, c := range []string{trunk, clear} {
		if id, err := w.rev(ctx, c); c != "" && err == nil && id != "" {
			since = append(since, "^"+id)
		}
	}
	names, err := w.git(ctx, append([]string{"log", "-m", "--root", "--no-renames", "--name-only", "-z", "--format="}, since...)...)
	if err != nil {
		return err
	}
	for _, name := range fields(names) {
		if name = strings.TrimPrefix(name, "\n"); name != "" && strings.HasPrefix(name, w.Prefix) {
			if err := f(Sent{Path: w.below(name)}); err != nil {
				return err
			}
		}
	}
	there, err := w.list(ctx, trunk)
	if err != nil {
		return err
	}
	here, err := w.list(ctx, w.Head)
	if err != nil {
		return err
	}
	list, err := w.git(ctx, append([]string{"rev-list", "--objects"}, since...)...)
	if err != nil {
		return err
	}
	at := map[string]string{} // paths by the ids of files
	var ids []string
	for line := range strings.Lines(list) {
		id, name, named := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if name != "" && named && strings.HasPrefix(name, w.Prefix) {
			at[id], ids = name, append(ids, id)
		}
	}
	batches, err := w.batches(ctx, ids)
	for _, batch := range batches {
		old := pick.Each(batch, func(id string) string { return there[at[id]].id })
		text, err := w.read(ctx, append(old, batch...)...)
		if err != nil {
			return err
		}
		for _, id := range batch {
			name := at[id]
			if err := f(Sent{w.below(name), text[id], text[there[name].id], here[name].id != id}); err != nil {
				return err
			}
		}
	}
	return err
}

// batches returns the ids of files among some objects, a few at a time. Those that are too large are left out.
func (w *Work) batches(ctx context.Context, ids []string) (out [][]string, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	kinds, err := w.feed(ctx, strings.Join(ids, "\n")+"\n", "cat-file", "--batch-check=%(objectname) %(objecttype) %(objectsize)")
	if err != nil {
		return nil, err
	}
	sum := maxBatch
	for line := range strings.Lines(kinds) {
		var size int
		p := strings.Fields(line)
		if len(p) != 3 || p[1] != "blob" {
			continue
		}
		for _, c := range p[2] {
			size = min(10*size+int(c-'0'), maxBatch)
		}
		if size > maxSent {
			continue
		}
		if sum += size; sum > maxBatch {
			out, sum = append(out, nil), size
		}
		out[len(out)-1] = append(out[len(out)-1], p[0])
	}
	return out, nil
}
