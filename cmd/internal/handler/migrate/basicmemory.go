package migrate

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/markdown"
	"github.com/agent-admin/memoria/flush/notes"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/prose"
)

const (
	basicMemory = "basic-memory"
	mainProject = "main"
	notesFolder = "notes" // of pages that are brought
)

func basicMemoryHome(m *workspace.Machine) string {
	return cmp.Or(m.Getenv("BASIC_MEMORY_HOME"), filepath.Join(m.Home, basicMemory))
}

// basicMemoryProjects returns the folders of its projects by name, as its configuration has them.
func basicMemoryProjects(m *workspace.Machine) map[string]string {
	dir := cmp.Or(m.Getenv("BASIC_MEMORY_CONFIG_DIR"), filepath.Join(m.Home, "."+basicMemory))
	text, _ := fsutil.ReadFile(filepath.Join(dir, "config.json")) // none: the default
	var config struct{ Projects map[string]json.RawMessage }
	out := map[string]string{}
	if json.Unmarshal(text, &config) == nil {
		for name, raw := range config.Projects {
			var at string
			var long struct{ Path string }
			if json.Unmarshal(raw, &at) != nil && json.Unmarshal(raw, &long) == nil {
				at = long.Path
			}
			if filepath.IsAbs(at) {
				out[name] = at
			}
		}
	}
	return out
}

// readBasicMemory reads its notes: Markdown with properties, observations ("- [category] text #tag (context)") and
// relations, which are links. A note becomes a page of the person; its observations are also lines of the day on which it
// was written.
func readBasicMemory(ctx context.Context, r *reading) error {
	folders := map[string]string{mainProject: r.ask.Path}
	if r.ask.Path == basicMemoryHome(r.vault.Machine) {
		maps.Copy(folders, basicMemoryProjects(r.vault.Machine))
	}
	found := false
	var missing error
	for _, project := range slices.Sorted(maps.Keys(folders)) {
		dir := folders[project]
		if project == mainProject {
			project = ""
		}
		err := r.files(ctx, dir, func(f file) error {
			r.basicNote(dir, project, f)
			return nil
		})
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			missing = cmp.Or(missing, err)
			continue
		}
		found = true
	}
	if !found {
		return missing
	}
	return nil
}

func (r *reading) basicNote(dir, project string, f file) {
	a := wiki.Parse(f.text)
	place := basicMemory + ":" + path.Join(cmp.Or(project, mainProject), f.name)
	if !workspace.Below(dir, r.vault.Path()) { // else it is a page of the vault
		r.become(place, f, f.text, notesFolder, basicMemory, project, f.name)
	}
	n := notes.Note{Agent: basicMemory, Project: project, Place: place, By: basicMemory, At: r.written(a, f)}
	n.Summary.Title = r.oneLine(cmp.Or(a.Title(), strings.TrimSuffix(path.Base(f.name), ".md")), mostTitle)
	n.Summary.Context = r.oneLine("A note of "+basicMemory+", "+path.Join(project, f.name), mostField)
	n.Summary.Bullets = observations(string(a.Body()))
	r.add(n)
}

// written returns the day on which a note was written, at noon, as its properties say; else when its file changed.
func (r *reading) written(a *wiki.Article, f file) time.Time {
	zone := r.vault.Config.Zone
	for _, key := range []string{"created", "created_at", "date"} {
		text, _ := a.Text(key)
		text = strings.TrimSpace(text)
		for _, form := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05"} {
			if t, err := time.ParseInLocation(form, text, zone); err == nil {
				return t.In(zone)
			}
		}
		if d, err := daily.ParseDate(text); err == nil {
			return d.Day().At(12, 0, zone)
		}
	}
	return time.Unix(0, f.info.ModTime).In(zone)
}

// observations returns the lines of a note that are observations. Tasks, links and what stands in code are none.
func observations(body string) (out []daily.Bullet) {
	fence := ""
	for line := range strings.Lines(body) {
		line = strings.TrimSpace(line)
		if fence != "" {
			if markdown.Closes(line, fence) {
				fence = ""
			}
			continue
		}
		if fence = prose.Opens(line); fence != "" {
			continue
		}
		rest, ok := strings.CutPrefix(line, "- [")
		if !ok {
			continue
		}
		category, text, ok := strings.Cut(rest, "]")
		category = strings.ToLower(strings.TrimSpace(category))
		if text = strings.TrimSpace(text); !ok || text == "" || text[0] == '(' || len(category) < 2 || strings.ContainsAny(category, "[|") {
			continue // a task, a link, or no category
		}
		kind, known := kindOfCategory(category)
		if !known {
			text = category + ": " + text
		}
		out = append(out, daily.Bullet{Kind: kind, Text: text})
	}
	return out
}

// kindOfCategory returns what an observation of a category is, and whether the kind says all that the category does.
func kindOfCategory(c string) (kind daily.Kind, known bool) {
	switch c {
	case "decision", "decisions", "design":
		return daily.Decision, true
	case "lesson", "learning", "insight", "gotcha", "tip", "problem", "solution":
		return daily.Lesson, c == "lesson" || c == "learning"
	case "preference", "preferences":
		return daily.Preference, true
	case "fact", "note":
		return daily.Fact, true
	case "todo", "task", "action":
		return daily.Action, true
	}
	return daily.Fact, false
}
