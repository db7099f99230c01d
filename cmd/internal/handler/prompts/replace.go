package prompts

import (
	"context"
	"errors"
	"io/fs"
	"slices"

	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/rowkey"
)

// Replace takes the prompts out of sight whose transcripts came later: an entry without lines replaces them, since a log
// is never rewritten. The second time there is nothing to do. The caller holds layout.LockImport.
func Replace(ctx context.Context, v *workspace.Vault) error {
	store := v.Daily()
	spans, err := store.Spans()
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	answered, held := map[[2]string]bool{}, map[string]bool{}
	var alone []daily.Span
	for _, s := range spans {
		held[s.Entry] = true
		if s.Unanswered() {
			alone = append(alone, s)
		} else if !rowkey.IsNote(s.From) {
			answered[[2]string{s.Agent, s.Session}] = true
		}
	}
	alone = slices.DeleteFunc(alone, func(s daily.Span) bool {
		return held[entry.RedoID(s.Entry)] || s.Session != "" && !answered[[2]string{s.Agent, s.Session}]
	})
	if len(alone) == 0 {
		return nil
	}
	records, _, err := v.Ledger().All(v.Now())
	if err != nil {
		return err
	}
	records = slices.DeleteFunc(records, func(r ledger.Record) bool { return len(r.Entries) == 0 })
	var out []daily.Entry
	for _, s := range alone {
		log, err := store.Read(s.Date)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(log.Entries, func(e daily.Dated) bool { return e.ID == s.Entry })
		if i < 0 || log.Entries[i].Redoes != "" {
			continue
		}
		e := log.Entries[i].Entry
		if e.Session == "" && !slices.ContainsFunc(records, func(r ledger.Record) bool { return within(r, e.Agent, e.Project, e.At) }) {
			continue
		}
		e.ID, e.Redoes, e.Summary = entry.RedoID(e.ID), e.ID, daily.Summary{}
		out = append(out, e)
	}
	_, err = store.AppendAll(ctx, out)
	return err
}
