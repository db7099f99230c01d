package memory

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/cmd/internal/mcp"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/notes"
)

// Remember writes a memory that an agent in dir hands over into the day log. The caller holds layout.LockImport.
func Remember(ctx context.Context, v *workspace.Vault, dir string, m mcp.Memory) (got mcp.Remembered, err error) {
	now := v.Now().In(v.Config.Zone)
	heard, err := v.Notes().Keep(ctx, []notes.Note{{
		Agent: plainName(m.Agent), Dir: dir, Place: "remember:" + dir, By: "agent/remember", At: now,
		Summary: daily.Summary{Title: "Noted by the agent", Bullets: []daily.Bullet{{Kind: m.Kind, Text: m.Text}}},
	}}, now)
	if err != nil {
		return got, fmt.Errorf("remember: %w", err)
	}
	h := heard[0]
	if got.Refused = h.Refused; h.Entry == "" {
		return got, nil
	}
	got.Link = h.Date.String()
	log, err := v.Daily().Read(h.Date)
	if err != nil {
		return got, nil // it is kept; only its address is not known
	}
	for i := range log.Entries {
		if e := &log.Entries[i]; e.ID == h.Entry && len(e.Bullets) > 0 {
			got.Link = e.Target(e.Bullets[0])
		}
	}
	return got, nil
}

// plainName returns the name that a client gives itself, as an entry holds it.
func plainName(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_' || r == '.' {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
	if s == "" || len(s) > 40 {
		return "agent"
	}
	return s
}
