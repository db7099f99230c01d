package session

import (
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/transcript"
)

// Changed returns the paths of the sources that changed since the ledger recorded them, or that hold a session that
// is not settled. A session from which other rules withheld turns is not settled. Size and time only save a reading;
// rows decide what is flushed.
func Changed(sources []transcript.Source, records []ledger.Record, rules string) map[string]bool {
	seen := map[string]ledger.File{}
	for _, r := range records {
		for _, f := range r.Files {
			if (r.State == ledger.Flushed || r.State == ledger.Skipped) && r.Pending == 0 && f.Older == 0 && (f.Rules == "" || f.Rules == rules) {
				if _, unsettled := seen[f.Path]; !unsettled {
					seen[f.Path] = f
				}
			} else {
				seen[f.Path] = ledger.File{} // a session in it waits: read it
			}
		}
	}
	out := map[string]bool{}
	for _, s := range sources {
		if f, ok := seen[s.Path]; !ok || f.Size != s.Size || !f.ModTime.Equal(s.ModTime) {
			out[s.Path] = true
		}
	}
	return out
}

// Siblings adds to read the sources that hold more rows of the sessions in x, and reports whether there are any.
func (x *Index) Siblings(sources []transcript.Source, read map[string]bool, known map[rowkey.Key]ledger.Record) (more bool) {
	held := map[string]bool{}
	for _, s := range x.Sessions {
		for _, f := range known[rowkey.OfSession(s.Agent, s.ID)].Files {
			held[f.Path] = true
		}
	}
	for _, s := range sources {
		if held[s.Path] && !read[s.Path] {
			read[s.Path], more = true, true
		}
	}
	return more
}
