package prompts

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/dialect"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/fsutil/pick"
)

// Replace takes the prompts out of sight that transcripts have which came later: an entry with the others, often none, replaces
// theirs, since a log is never rewritten. The second time there is nothing to do. The caller holds layout.LockImport.
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
		var said []string
		for _, r := range records {
			if r.Agent != e.Agent || e.Session != r.Session && (e.Session != "" || !within(r, e.Agent, e.Project, e.At)) {
				continue
			}
			if said, err = heard(v, r, said); err != nil {
				return err
			}
		}
		if len(said) == 0 { // another machine's archive has it
			continue
		}
		rest := e.Summary
		rest.Bullets = pick.Where(rest.Bullets, func(b daily.Bullet) bool { return !has(said, dialect.Typed(e.Agent, b.Text)) })
		if len(rest.Bullets) == 0 {
			rest = daily.Summary{}
		} else {
			rest.Title, rest.Context = titleOf(rest), strings.Replace(rest.Context, "whose transcript is gone", "whose transcript lacks it", 1)
		}
		e.ID, e.Redoes, e.Summary = entry.RedoID(e.ID), e.ID, rest
		out = append(out, e)
	}
	_, err = store.AppendAll(ctx, out)
	return err
}

// heard adds what a person said in a session, as the archive has it, to said.
func heard(v *workspace.Vault, r ledger.Record, said []string) ([]string, error) {
	err := archive.Archive{Dir: v.Dir}.Each(r.Agent, r.Session, func(_ string, f *archive.File) error {
		for _, t := range f.Turns {
			if t.Role == archive.Person {
				said = append(said, letters(t.Text))
			}
		}
		return nil
	})
	return said, err
}

// inserted stands in a prompt for what was pasted.
var inserted = lazy.Regexp(`\[(?:Pasted text|Image) #[^\]]*\]`)

// sure is how many letters of a prompt, which may be cut or had something pasted into it, are enough to know it by.
const sure = 12

// has reports whether a prompt is one of what was said.
func has(said []string, prompt string) bool {
	parts := pick.Each(inserted().Split(strings.TrimSuffix(prompt, "…"), -1), letters)
	return slices.ContainsFunc(said, func(s string) bool {
		return s == strings.Join(parts, "") || !slices.ContainsFunc(parts, func(p string) bool { return len(p) < sure && p != "" || !strings.Contains(s, p) })
	})
}

// letters returns the letters and digits of a text: a log wraps and marks the rest in its own way.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}
