package agents

import (
	"encoding/json"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/flush/dialect"
	"github.com/agent-admin/memoria/flush/transcript/jsonscan"
	"github.com/agent-admin/memoria/fsutil"
)

// sessionOfGemini returns the session of a transcript of Gemini CLI, whose name has a part of the id: its first line tells
// it, "" if it does not.
func sessionOfGemini(path string) (id string, ok bool) {
	if !strings.HasPrefix(name(path), "session-") {
		return "", false
	}
	f, err := fsutil.OpenFile(path)
	if err != nil {
		return "", true
	}
	defer f.Close()
	head := make([]byte, dialect.SignMost)
	n, _ := io.ReadFull(f, head)
	return jsonscan.Top(head[:n])["sessionId"], true
}

// rootOfGemini returns the folder of a project of which path is a transcript, or another file that Gemini CLI keeps below
// the project's own: .project_root names it. It is "" where there is none.
func rootOfGemini(path string) string {
	dir := filepath.Dir(path)
	for range 3 { // chats, and those of a subagent
		if b, err := fsutil.ReadFile(filepath.Join(dir, ".project_root")); err == nil {
			return strings.TrimSpace(string(b))
		}
		dir = filepath.Dir(dir)
	}
	return ""
}

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

// ReadsIn returns the files of [Agent.Reads] in the project in a folder: Gemini CLI, and Qwen Code after it, read others if
// the project's settings say so, or their own.
func (a Agent) ReadsIn(project string, getenv func(string) string, home string) []string {
	if !a.named {
		return a.Reads
	}
	for _, folder := range []string{filepath.Join(project, a.folder), a.Folder(getenv, home)} {
		var context struct {
			Names json.RawMessage `json:"fileName"` // one or several
		}
		path := filepath.Join(folder, "settings.json")
		if claude.Setting(path, "context", &context) != nil || len(context.Names) == 0 {
			continue
		}
		var one string
		var names []string
		if json.Unmarshal(context.Names, &one) == nil {
			names = []string{one}
		} else if json.Unmarshal(context.Names, &names) != nil {
			continue
		}
		if len(names) > 0 && names[0] != "" {
			return names
		}
	}
	return a.Reads
}
