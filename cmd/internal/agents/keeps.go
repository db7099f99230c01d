package agents

import (
	"path/filepath"
	"strconv"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
)

const day = 24 * time.Hour

// keptByGemini returns how long Gemini CLI keeps sessions: 30 days unless its settings say otherwise.
func keptByGemini(folder string) (time.Duration, error) {
	general := struct {
		Retention struct {
			Enabled *bool  `json:"enabled"`
			Most    string `json:"maxAge"` // 24h, 7d, 4w, 6m
		} `json:"sessionRetention"`
	}{}
	err := claude.Setting(filepath.Join(folder, "settings.json"), "general", &general)
	r := general.Retention
	if r.Enabled != nil && !*r.Enabled {
		return 0, err
	}
	if n := len(r.Most) - 1; n > 0 {
		many, bad := strconv.ParseUint(r.Most[:n], 10, 16)
		unit := map[byte]time.Duration{'h': time.Hour, 'd': day, 'w': 7 * day, 'm': 30 * day}[r.Most[n]]
		if bad == nil && many > 0 && unit > 0 && many < 10_000 {
			return time.Duration(many) * unit, err
		}
	}
	return 30 * day, err
}
