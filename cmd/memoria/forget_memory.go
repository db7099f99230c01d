package main

import (
	"cmp"
	"context"
	"slices"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/handler/memory"
	"github.com/agent-admin/memoria/flush/wording"
)

const (
	whyMemory   = "the agent's own memory, which it reads into its sessions: take it out there with an editor"
	whyUnlooked = "the agent's own memory, which is too much to look through: memoria forget looked at the newest of it"

	mostMemory = 16 << 20 // bytes of an agent's memory that are looked through, the newest files first
)

// remembered are the lines of the agent's own memory that say it. What memoria published there is not
// the agent's, and follows from the vault.
func (x *oblivion) remembered(ctx context.Context, words wording.Lines) (places []stay) {
	if len(words) == 0 {
		return nil
	}
	root := x.app.machine().Transcripts()
	files, _, err := memory.Files(ctx, x.v)
	if err != nil {
		return nil // what cannot be read says nothing
	}
	slices.SortStableFunc(files, func(a, b claude.MemoryFile) int {
		return cmp.Or(b.ModTime.Compare(a.ModTime), cmp.Compare(a.Path, b.Path))
	})
	left := int64(mostMemory)
	for _, m := range files {
		if left -= m.Size; left < 0 {
			return append(places, stay{root, 0, whyUnlooked})
		}
		src, err := m.Own()
		if err != nil {
			continue
		}
		for _, n := range saying(m.Path, src, words) {
			places = append(places, stay{m.Path, n, whyMemory})
		}
	}
	return places
}
