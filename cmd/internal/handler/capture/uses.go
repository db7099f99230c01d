package capture

import (
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/agent-admin/memoria/flush/dialect"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/wiki/query/brief"
	"github.com/agent-admin/memoria/wiki/query/brief/prepared"
	"github.com/agent-admin/memoria/wiki/receipt"
)

// uses records which of the notes that a session was given it used, once the session has ended or was compacted.
// Nothing depends on it.
func (w *Worker) uses(j *queue.Job, src transcript.Source) {
	if !j.Has(queue.End) && !j.Has(queue.Compact) && !j.Has(queue.Scan) {
		return
	}
	given, err := receipt.GivenTo(w.Vault.Dir, j.Session)
	if err != nil || len(given) == 0 {
		return
	}
	var items []prepared.Item
	if place, _ := w.Vault.Place(j.Dir); place.Project != "" {
		if b, _ := prepared.Read(w.Vault.Dir, place.Project); b != nil {
			items = b.Items
		}
	}
	s := brief.NewSpotter(w.Vault.Config.Daily, given, items)
	if err := w.follow(s, src); err != nil {
		w.Tell("session %s: what it had a use for: %v", j.Session, err)
		return
	}
	for id, how := range s.Used() {
		if err := receipt.Took(w.Vault.Dir, w.Vault.Now(), j.Session, id, how); err != nil {
			w.Tell("session %s: %v", j.Session, err)
			return
		}
	}
}

// follow passes all messages and opened files of a transcript to a spotter.
func (w *Worker) follow(s *brief.Spotter, src transcript.Source) error {
	f, err := src.Open()
	if err != nil {
		return err
	}
	defer f.Close()
	root := filepath.ToSlash(w.Vault.Path()) + "/"
	for r := dialect.New(dialect.OfSource(src), f); ; {
		t, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		s.Said(t.Text)
		for _, st := range t.Steps {
			if path, ok := strings.CutPrefix(filepath.ToSlash(st.Target), root); ok && st.File {
				s.Opened(path)
			} else if strings.Contains(st.Tool, "memoria") {
				s.Said("[[" + st.Target + "]]")
			}
		}
	}
}
