package agent

import (
	"io"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki/query/brief/ready"
	"github.com/agent-admin/memoria/wiki/receipt"
)

// Give puts a choice before the agent, if there is anything in it, and notes what was given. An error
// is of the receipt or of an agent that is gone: nothing else comes of it.
func Give(w io.Writer, dir *fsutil.Dir, q *Question, c ready.Choice, way receipt.Way, now func() time.Time) error {
	if c.Text == "" {
		return nil
	}
	if err := Say(w, q.Kind, c.Text); err != nil {
		return err
	}
	ids := make([]string, 0, len(c.Items))
	for _, it := range c.Items {
		ids = append(ids, it.ID)
	}
	return receipt.Give(dir, receipt.Receipt{At: now(), Way: way, Session: q.Session, IDs: ids})
}
