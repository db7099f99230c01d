package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

var cited = regexp.MustCompile(`(?m)^- .*\[\[.*\]\]\)$\n`)

// byHand is what status says of an article that was removed and of links to it, and of entries that came by a pull by
// hand, until the next compile.
var byHand = regexp.MustCompile(`^memoria: status: ([0-9]+ articles? changed by hand, and links do not follow yet|[0-9]+ entr(y|ies) not compiled)\nhint: memoria compile\n$`)

// step does one thing at random.
func (f *fleet) step() {
	f.t.Helper()
	s := f.machines[f.random.IntN(len(f.machines))]
	now := s.now.Add(time.Duration(f.random.IntN(90)) * time.Minute)
	for _, o := range f.machines {
		o.now = now
	}
	page, text := f.page(s)
	did := ""
	switch k := f.random.IntN(100); {
	case k < 18 && f.sessions < fleetSessions:
		did = f.capture(s, f.sessions)
		f.sessions++
	case k < 26 && f.sessions > 0: // another machine has the same transcript
		if n := f.random.IntN(f.sessions); !s.has[n] {
			did = f.capture(s, n)
		}
	case k < 38 && page != "":
		did = f.edit(page, text)
	case k < 42 && page != "":
		did = f.cut(page, text)
	case k < 44 && page != "" && !strings.Contains(text, "Ana noticed"):
		f.takes(text)
		did, f.removed = "delete "+filepath.Base(page), append(f.removed, filepath.Base(page))
		must.Do(f.t, os.Remove(page))
	case k < 47 && page != "" && f.random.IntN(2) == 0:
		to := fmt.Sprintf("%s-adrift-%d.md", strings.TrimSuffix(page, ".md"), f.random.IntN(1000))
		did = "move " + filepath.Base(page) + " to " + filepath.Base(to)
		must.Do(f.t, os.Rename(page, to))
	case k < 47 && page != "":
		old := strings.TrimSuffix(filepath.Base(page), ".md")
		to := fmt.Sprintf("%s at sea %d", old, f.random.IntN(1000))
		_, errs, code := s.run("mv", old, to, "--vault", "v")
		did = fmt.Sprint("mv ", old, " to ", to, ": ", code, " ", errs)
	case k < 50 && f.sessions > 0:
		did = f.forget(s, f.random.IntN(f.sessions))
	case k < 52:
		did = f.copied(s, "daily")
	case k < 54:
		did = f.copied(s, "wiki/concepts")
	case k < 56:
		did = f.late(s)
	case k < 66:
		did = "compile"
		f.run(s, "compile")
	case k < 70:
		f.connect(s, s.offline)
		did = fmt.Sprint("offline ", s.offline)
	case k < 73:
		did = f.backup(s)
	default:
		did = "sync"
		f.run(s, "sync")
	}
	if did == "" {
		return
	}
	f.steps = append(f.steps, s.name+" "+did)
	f.once(s, did)
	if s.pulled = strings.Contains(did, "pull") || s.pulled && did != "sync" && did != "compile"; !s.pulled {
		f.forgotten(s, false)
	}
	if out, errs, code := s.run("status", "--check", "--vault", "v"); code != 0 && !byHand.MatchString(errs) {
		f.fail("after %q, status --check ends with %d:\n%s%s", s.name+" "+did, code, out, errs)
	}
}

// page chooses an article of a machine, "" if there is none.
func (f *fleet) page(s *ship) (name, text string) {
	if p := s.pages(); len(p) > 0 {
		name = p[f.random.IntN(len(p))]
		text = string(fsutiltest.Read(f.t, name))
	}
	return name, text
}

// run runs a command, where there is a program first one that is killed.
func (f *fleet) run(s *ship, args ...string) {
	f.t.Helper()
	if f.program != "" && f.random.IntN(4) == 0 {
		c := exec.Command(f.program, append(args, "--vault", "v")...)
		c.Dir = s.home
		c.Env = append(os.Environ(), "HOME="+s.home, "USERPROFILE="+s.home, "MEMORIA_TZ=UTC", "MEMORIA_VAULT=", "XDG_STATE_HOME=", "XDG_CONFIG_HOME=", scriptNow+"="+s.now.Format(time.RFC3339))
		must.Do(f.t, c.Start())
		late := time.AfterFunc(time.Duration(f.random.IntN(200))*time.Millisecond, func() { c.Process.Kill() })
		c.Wait()
		late.Stop()
		f.steps = append(f.steps, fmt.Sprint(s.name, " killed ", args))
	}
	s.must(args...)
}

// capture takes in session n, by an import or as a hook tells of it.
func (f *fleet) capture(s *ship, n int) string {
	f.t.Helper()
	from := s.transcript(n)
	if f.random.IntN(2) == 0 {
		f.run(s, "import", from)
		return fmt.Sprint("import ", n)
	}
	must.Do(f.t, s.queue().Put(queue.Note{Kind: queue.End, Agent: "claude", Session: sessionID(n), Transcript: from, At: s.now}))
	f.run(s, "flush", "--wait")
	return fmt.Sprint("hook ", n)
}

// forget forgets session n on a machine that knows it.
func (f *fleet) forget(s *ship, n int) string {
	f.t.Helper()
	if !s.has[n] || f.gone[n] {
		return ""
	}
	f.gone[n] = true
	f.run(s, "forget", sessionID(n), "--yes")
	return fmt.Sprint("forget ", n)
}

// cut takes a line of an article out as a person does.
func (f *fleet) cut(page, text string) string {
	f.t.Helper()
	at := cited.FindStringIndex(text)
	if at == nil {
		return ""
	}
	line := text[at[0]:at[1]]
	fsutiltest.Write(f.t, page, text[:at[0]]+text[at[1]:])
	f.takes(line)
	f.cuts = append(f.cuts, cut{filepath.Base(page), line})
	return "delete a line of " + filepath.Base(page) + ": " + line
}

// edit writes a line of a person into an article.
func (f *fleet) edit(page, text string) string {
	f.t.Helper()
	note := fmt.Sprintf("Ana noticed swell %04d here.", len(f.notes))
	if f.random.IntN(2) == 0 && strings.Contains(text, "\n## Key Points\n\n") {
		text = strings.Replace(text, "\n## Key Points\n\n", "\n## Key Points\n\n- "+note+"\n", 1)
	} else {
		text += "\n" + note + "\n"
	}
	fsutiltest.Write(f.t, page, text)
	f.notes = append(f.notes, note)
	return "edit " + filepath.Base(page) + ": " + note
}

// backup does what a person or a plugin of an editor does with git alone: commit all, and pull if that makes no
// conflict.
func (f *fleet) backup(s *ship) string {
	f.t.Helper()
	f.git(s.at(), "add", "-A")
	if out, err := gitIn(s.at(), "commit", "-q", "-m", "backup"); err != nil && !strings.Contains(out, "nothing to commit") {
		f.t.Fatalf("git commit: %v\n%s", err, out)
	}
	if _, err := gitIn(s.at(), "pull", "-q", "--no-rebase", "--no-edit", "origin", "main"); err == nil {
		return "backup, and pull"
	}
	gitIn(s.at(), "merge", "--abort") // there is none if the pull did not reach the remote
	return "backup"
}

// takes notes which sessions a text speaks of that a person removes.
func (f *fleet) takes(text string) {
	for n := range f.sessions {
		if strings.Contains(text, word(n)) {
			f.taken[n] = true
		}
	}
}

// connect lets a machine reach the remote, or not.
func (f *fleet) connect(s *ship, on bool) {
	f.t.Helper()
	url := f.origin()
	if s.offline = !on; s.offline {
		url = "http://127.0.0.1:9/none.git"
	}
	f.git(s.at(), "remote", "set-url", "origin", url)
}
