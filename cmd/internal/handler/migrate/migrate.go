// Package migrate brings what other tools for memory keep into a vault. What they say of a time comes into the log of its
// day, by flush/notes; what they keep as pages becomes pages of the person. Nothing of theirs is touched, and nothing of
// theirs is trusted.
package migrate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/filter"
	"github.com/agent-admin/memoria/flush/notes"
	"github.com/agent-admin/memoria/flush/project"
	"github.com/agent-admin/memoria/flush/session"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/pick"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

// A Tool is one whose memory can be read.
type Tool struct {
	Name string
	find func(m *workspace.Machine) string // where it keeps its memory by default; "" for one that has no such place
	read func(ctx context.Context, r *reading) error
}

// Tools are all that are known.
var Tools = []Tool{
	{"claude-mem", claudeMemHome, readClaudeMem},
	{"basic-memory", basicMemoryHome, readBasicMemory},
	{"claude-memory-compiler", func(*workspace.Machine) string { return "" }, readCompiler},
}

// Names lists the tools.
func Names() (out []string) {
	return pick.Each(Tools, func(t Tool) string { return t.Name })
}

// An Ask says what is brought.
type Ask struct {
	Tool  string    // required: one of [Names]
	Path  string    // of its memory; "" is where it keeps it by default
	Since time.Time // what was written before is left
	Dry   bool      // say what would be done
}

// A Report says what was brought, or would be.
type Report struct {
	Dry     bool             `json:"dry_run"`
	From    string           `json:"from"`
	Path    string           `json:"path"`
	Entries int              `json:"entries"`
	Lines   int              `json:"lines"`
	Prompts int              `json:"prompts"` // without answers; not among the lines
	Days    []string         `json:"days"`
	Known   int              `json:"known"` // lines that were there, or were brought before
	Pages   []string         `json:"pages"` // written, in the vault
	Left    []session.Unread `json:"left_out"`
	Broken  int              `json:"broken"` // rows of a database that cannot be read
	Written int              `json:"articles_written"`
}

// A reading is what is read of a tool.
type reading struct {
	vault    *workspace.Vault
	ask      Ask
	redact   func(string) string
	filter   filter.Rules
	projects *project.Book

	notes  []notes.Note
	pages  []page
	left   []session.Unread
	broken int
}

// A page is one that becomes a page of the vault.
type page struct {
	place string // what it was read from, by a name that stays the same
	path  string // in the vault
	text  []byte
}

// leave records something that is not taken.
func (r *reading) leave(what, why string) {
	r.left = append(r.left, session.Unread{Path: what, Reason: why})
}

// add adds a note that says something, unless it is too old.
func (r *reading) add(n notes.Note) {
	if len(n.Summary.Bullets) > 0 && !n.At.Before(r.ask.Since) {
		n.Dir = r.folder(n)
		r.notes = append(r.notes, n)
	}
}

// folder returns where the work of a note lies, as far as the vault knows its session, or a project of that name; of several
// folders one that the settings leave out, if there is one.
func (r *reading) folder(n notes.Note) string {
	all := r.projects.Folders(&daily.Entry{Agent: n.Agent, Session: n.Session, Project: n.Project})
	for _, dir := range all {
		if r.filter.Withheld(dir) != "" {
			return dir
		}
	}
	if len(all) == 0 {
		return ""
	}
	return all[0]
}

// Take brings the memory of a tool into a vault. The second time it changes nothing. Unless the ask is dry, the caller
// holds the lock of flushing.
func Take(ctx context.Context, v *workspace.Vault, ask Ask) (rep Report, err error) {
	tool := Tools[slices.IndexFunc(Tools, func(t Tool) bool { return t.Name == ask.Tool })]
	if ask.Path == "" {
		if ask.Path = tool.find(v.Machine); ask.Path == "" {
			return rep, exit.Hint(fmt.Errorf("import: %s keeps its files where its person put them", tool.Name), exit.Usage, "name the folder: memoria import --from "+tool.Name+" PATH")
		}
	}
	ask.Path = v.Machine.Finder().Abs(ask.Path)
	r := &reading{vault: v, ask: ask, filter: v.Filter()}
	r.redact = r.filter.Redact
	if r.projects, err = v.Projects(); err != nil {
		return rep, err
	}
	if r.filter.Hidden != nil && r.filter.Hidden(ask.Path) {
		return rep, exit.Hint(fmt.Errorf("import: %q is withheld by redact.paths", ask.Path), exit.Vault, "take it out of the setting to import it")
	}
	switch err := tool.read(ctx, r); {
	case errors.Is(err, fs.ErrNotExist):
		return rep, exit.Hint(fmt.Errorf("import: there is no memory of %s in %q", tool.Name, ask.Path), exit.Failure, "name where it is: memoria import --from "+tool.Name+" PATH")
	case err != nil:
		return rep, fmt.Errorf("read what %s keeps: %w", tool.Name, err)
	}
	rep = Report{Dry: ask.Dry, From: tool.Name, Path: ask.Path, Days: []string{}, Pages: []string{}, Left: r.left, Broken: r.broken}
	if err := r.keep(ctx, &rep); err != nil {
		return rep, err
	}
	if err := r.write(&rep); err != nil {
		return rep, err
	}
	if rep.Left == nil {
		rep.Left = []session.Unread{}
	}
	return rep, ctx.Err()
}

// keep takes the notes into the logs, or counts them.
func (r *reading) keep(ctx context.Context, rep *Report) error {
	sorting.Stable(r.notes, func(a, b notes.Note) int { return a.At.Compare(b.At) })
	days, why := map[daily.Date]int{}, map[string]int{}
	zone, k := r.vault.Config.Zone, r.vault.Notes()
	if r.ask.Dry {
		fresh, err := k.Fresh(ctx, r.notes, r.vault.Now())
		for i, n := range fresh {
			if n > 0 {
				rep.count(&r.notes[i], n)
				days[daily.DateOf(r.notes[i].At, zone)]++
			}
			rep.Known += len(r.notes[i].Summary.Bullets) - n
		}
		rep.Days = daysOf(days)
		return err
	}
	kept, err := k.Keep(ctx, r.notes, r.vault.Now())
	for i, o := range kept {
		if o.Entry != "" {
			rep.count(&r.notes[i], o.Bullets)
			days[o.Date]++
		}
		rep.Known += o.Known
		if o.Refused != "" {
			why[o.Refused]++
		}
	}
	for reason, n := range why {
		rep.Left = append(rep.Left, session.Unread{Path: fmt.Sprintf("%d of its sessions or notes", n), Reason: reason})
	}
	rep.Days = daysOf(days)
	return err
}

// count counts an entry of so many lines.
func (rep *Report) count(n *notes.Note, lines int) {
	if rep.Entries++; (&daily.Entry{By: n.By}).Unanswered() {
		rep.Prompts += lines
	} else {
		rep.Lines += lines
	}
}

func daysOf(days map[daily.Date]int) []string {
	return say.List(pick.Each(slices.SortedFunc(maps.Keys(days), daily.Date.Compare), daily.Date.String))
}

// write writes the pages that the vault does not have. One that was brought before and is gone stays gone, and one that
// is there with other words stays as it is.
func (r *reading) write(rep *Report) error {
	k, byPlace := r.vault.Notes(), map[string]page{}
	var stamps []notes.Stamp
	for _, p := range r.pages {
		p.text = []byte(r.redact(string(p.text)))
		byPlace[p.place] = p
		stamps = append(stamps, notes.Stamp{Place: p.place, Stamp: fsutil.Hash(p.text)})
	}
	stamps, err := k.Changed(stamps, r.vault.Now())
	if err != nil {
		return err
	}
	for _, s := range stamps {
		p := byPlace[s.Place]
		was, err := r.vault.Dir.ReadFile(p.path)
		switch {
		case err == nil && string(was) == string(p.text):
		case err == nil:
			rep.Left = append(rep.Left, session.Unread{Path: p.path, Reason: "it is in the vault with other words, and stays as it is"})
		case !errors.Is(err, fs.ErrNotExist):
			rep.Left = append(rep.Left, session.Unread{Path: p.path, Reason: err.Error()})
		default:
			rep.Pages = append(rep.Pages, p.path)
			if r.ask.Dry {
				continue
			}
			if err := r.vault.Dir.MkdirAll(path.Dir(p.path), 0o755); err != nil {
				return err
			}
			if err := r.vault.Dir.AddFile(p.path, p.text, 0o644, true); err != nil {
				return err
			}
		}
	}
	if r.ask.Dry {
		return nil
	}
	return k.Seen(stamps, r.vault.Now())
}

// become has a file of the tool become a page of the vault, unless its name is not for all systems, or for nobody's eyes.
func (r *reading) become(place string, f file, text []byte, parts ...string) {
	to := path.Join(parts...)
	switch {
	case fsutil.CheckName(to) != nil:
		r.leave(f.name, "no system takes its name as that of a file")
	case r.redact(to) != to:
		r.leave(r.redact(f.name), "its name looks like a secret")
	default:
		r.pages = append(r.pages, page{place, to, text})
	}
}
