package migrate

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/agents"
	"github.com/agent-admin/memoria/cmd/internal/handler/prompts"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/notes"
)

const (
	claudeMem     = "claude-mem"
	claudeMemFile = "claude-mem.db"
	batchRows     = 1000
	mostField     = 8000 // characters of a field
	mostTitle     = 100
)

func claudeMemHome(m *workspace.Machine) string {
	return filepath.Join(cmp.Or(m.Getenv("CLAUDE_MEM_DATA_DIR"), filepath.Join(m.Home, ".claude-mem")), claudeMemFile)
}

// A memRow is a row of one of claude-mem's tables of memory.
type memRow struct {
	ID                                                           int64
	At                                                           int64 // milliseconds; seconds in old rows
	Session, Agent, Named, Project                               string
	Type, Title, Subtitle, Text, Facts, Narrative                string // of an observation
	Request, Investigated, Learned, Completed, Next, Notes, Rule string // of a summary, and of a directive
}

// readClaudeMem reads claude-mem's database: the schema of its versions 3 to 13, of which older ones call some columns
// otherwise (src/services/sqlite/schema.sql of thedotmack/claude-mem).
func readClaudeMem(ctx context.Context, r *reading) error {
	file := r.ask.Path
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		file = filepath.Join(file, claudeMemFile)
	}
	d, err := r.openDatabase(ctx, file)
	if err != nil {
		return err
	}
	defer d.close()
	s := memSessions{r: r, asked: map[string][]agents.Prompt{}, about: map[string]string{}, by: map[memKey]*memSession{}}
	found := false
	for _, table := range []string{"observations", "session_summaries", "directives", "user_prompts"} {
		has := d.columns[table]
		if has == nil {
			continue
		}
		found = true
		query := memQuery(table, has, d.columns["sdk_sessions"])
		if err := d.each(query, func(row memRow) { s.take(table, &row) }, &r.broken); err != nil {
			return fmt.Errorf("table %s: %w", table, err)
		}
	}
	if !found {
		return fmt.Errorf("%q is no database of claude-mem: it has no table of observations", file)
	}
	s.notes()
	return s.prompts(ctx)
}

// memQuery returns the query for rows of a table after an id, which stands in for %d.
func memQuery(table string, has, sessions map[string]bool) string {
	field := func(as string, names ...string) string { return column("t", has, as, names...) }
	cols := []string{"t.id AS id", "CAST(coalesce(t.created_at_epoch, 0) AS INTEGER) AS at", field("project", "project")}
	if has["merged_into_project"] {
		cols[2] = `coalesce(CAST(t.merged_into_project AS TEXT), CAST(t.project AS TEXT), '') AS project`
	}
	join, where, keys := "", "", []string{"memory_session_id", "sdk_session_id"}
	switch table {
	case "observations":
		cols = append(cols, field("type", "type"), field("title", "title"), field("subtitle", "subtitle"), field("text", "text"), field("facts", "facts"), field("narrative", "narrative"))
	case "session_summaries":
		cols = append(cols, field("request", "request"), field("investigated", "investigated"), field("learned", "learned"),
			field("completed", "completed"), field("next", "next_steps"), field("notes", "notes"))
	case "user_prompts":
		cols = append(cols, field("text", "prompt_text"))
		keys = []string{"content_session_id", "claude_session_id"}
		cols[2] = column("s", sessions, "project", "project")
	case "directives":
		cols, where = append(cols, field("rule", "content")), ` AND t.status = 'active'`
	}
	own, ours := "", ""
	for _, n := range keys {
		if has[n] && own == "" {
			own = n
		}
		if sessions[n] && ours == "" {
			ours = n
		}
	}
	if own != "" && ours != "" {
		join = fmt.Sprintf(` LEFT JOIN sdk_sessions s ON s.%s = t.%s`, ours, own)
		session := column("s", sessions, "session", "content_session_id", "claude_session_id")
		if table == "user_prompts" { // which names it itself
			session = field("session", own)
		}
		cols = append(cols, session,
			column("s", sessions, "agent", "platform_source"), column("s", sessions, "named", "custom_title"))
	} else if own != "" {
		cols = append(cols, field("session", own))
	}
	return `SELECT ` + strings.Join(cols, ", ") + ` FROM ` + table + ` t` + join + ` WHERE t.id > %d` + where + ` ORDER BY t.id LIMIT ` + strconv.Itoa(batchRows)
}

// column selects the first of some columns that a table has, "" for none.
func column(table string, has map[string]bool, as string, names ...string) string {
	for _, n := range names {
		if has[n] {
			return fmt.Sprintf(`coalesce(CAST(substr(%s.%s, 1, %d) AS TEXT), '') AS %s`, table, n, mostField, as)
		}
	}
	return `'' AS ` + as
}

// each reads the rows of a query in batches. broken counts those that cannot be read.
func (d *database) each(query string, take func(memRow), broken *int) error {
	for last := int64(-1 << 62); ; {
		var rows []json.RawMessage
		if err := d.query(fmt.Sprintf(query, last), &rows); err != nil {
			return err
		}
		for _, raw := range rows {
			var id struct{ ID int64 }
			if err := json.Unmarshal(raw, &id); err != nil {
				return err
			}
			last = max(last, id.ID)
			var row memRow
			if json.Unmarshal(raw, &row) != nil || row.at().IsZero() {
				*broken++
				continue
			}
			take(row)
		}
		if len(rows) < batchRows {
			return nil
		}
	}
}

// at returns when a row was written, zero where that cannot be.
func (m *memRow) at() time.Time {
	ms := m.At
	if ms < 1e11 {
		ms *= 1000
	}
	if t := time.UnixMilli(ms); t.Year() >= 2020 && t.Year() < 2200 {
		return t
	}
	return time.Time{}
}

// A memKey names what becomes one entry: a session in a project on a day.
type memKey struct{ session, project, day string }

type memSession struct {
	memKey
	agent, title string
	note         notes.Note
}

type memSessions struct {
	r     *reading
	asked map[string][]agents.Prompt // what was typed, by agent
	about map[string]string          // the projects of its sessions
	by    map[memKey]*memSession
	order []*memSession
}

func (s *memSessions) of(row *memRow) *memSession {
	zone := s.r.vault.Config.Zone
	key := memKey{row.Session, row.Project, daily.DateOf(row.at(), zone).String()}
	x := s.by[key]
	if x == nil {
		x = &memSession{memKey: key, agent: row.Agent, title: row.Named}
		s.by[key], s.order = x, append(s.order, x)
	}
	if at := row.at(); at.After(x.note.At) {
		x.note.At = at.In(zone)
	}
	return x
}

// take adds a row to its session.
func (s *memSessions) take(table string, row *memRow) {
	if table == "user_prompts" {
		a := agentOf(row.Agent)
		s.asked[a], s.about[row.Session] = append(s.asked[a], agents.Prompt{Session: row.Session, Text: row.Text, At: row.at()}), row.Project
		return
	}
	x := s.of(row)
	add := func(kind daily.Kind, before string, text string) {
		for _, line := range lines(text) {
			x.note.Summary.Bullets = append(x.note.Summary.Bullets, daily.Bullet{Kind: kind, Text: before + line})
		}
	}
	switch table {
	case "observations":
		line := row.Title
		if row.Subtitle != "" && line != "" {
			line = strings.TrimRight(line, ".:") + ": " + row.Subtitle
		}
		x.title = cmp.Or(x.title, row.Title)
		add(kindOfObservation(row.Type), "", cmp.Or(line, row.Subtitle))
		var facts []string
		if json.Unmarshal([]byte(row.Facts), &facts) != nil {
			facts = lines(strings.Trim(row.Facts, "[]"))
		}
		for _, f := range facts {
			add(daily.Fact, "", f)
		}
		add(daily.Exchange, "", cmp.Or(row.Narrative, row.Text))
	case "session_summaries":
		if r := strings.Join(strings.Fields(row.Request), " "); r != "" {
			x.title = r
			x.note.Summary.Context = r
		}
		add(daily.Lesson, "", row.Learned)
		add(daily.Fact, "", row.Completed)
		add(daily.Fact, "", row.Notes)
		add(daily.Exchange, "Investigated: ", row.Investigated)
		add(daily.Exchange, "Next: ", row.Next) // a plan of then, which nobody ticks off
	case "directives":
		x.title = cmp.Or(x.title, "Rules")
		add(daily.Preference, "", row.Rule)
	}
}

// kindOfObservation returns what an observation of a type is. What was built or changed is a fact.
func kindOfObservation(typ string) daily.Kind {
	switch typ {
	case "decision":
		return daily.Decision
	case "bugfix", "discovery", "gotcha", "problem-solution", "how-it-works", "trade-off":
		return daily.Lesson
	}
	return daily.Fact
}

// notes hands over what was read.
func (s *memSessions) notes() {
	for _, x := range s.order {
		n := x.note
		n.Agent = agentOf(x.agent)
		n.Session, n.Project, n.By = x.session, x.project, claudeMem
		n.Place = strings.Join([]string{claudeMem, x.session, x.project, x.day}, "#")
		n.Summary.Title = s.r.oneLine(cmp.Or(x.title, "A session of "+x.project), mostTitle)
		n.Summary.Context = s.r.oneLine(n.Summary.Context, mostField)
		s.r.add(n)
	}
}

// agentOf returns the agent that claude-mem calls so.
func agentOf(name string) string {
	if a := strings.ToLower(name); a != "" && len(agents.Of(a)) == 1 {
		return a
	}
	return claude.Name
}

// prompts hands over what was typed in sessions that only claude-mem knows, as prompts without answers.
func (s *memSessions) prompts(ctx context.Context) error {
	for _, name := range slices.Sorted(maps.Keys(s.asked)) {
		found, err := prompts.Elsewhere(ctx, s.r.vault, agents.Of(name)[0], claudeMem, s.asked[name])
		if err != nil {
			return err
		}
		for _, n := range found {
			n.Project = s.about[n.Session]
			s.r.add(n)
		}
	}
	return nil
}

// oneLine redacts before it cuts: what is left of a secret is not known for one.
func (r *reading) oneLine(s string, most int) string {
	return say.Clip(strings.Join(strings.Fields(r.redact(s)), " "), most)
}
