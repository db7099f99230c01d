package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/fsutil"
)

// A writer makes the words of a vault. The same seed gives the same words.
type writer struct {
	*rand.Rand
	names []string // of what the lines are about, those that occur most first
}

func newWriter(seed uint64, names int) *writer {
	w := &writer{Rand: rand.New(rand.NewPCG(seed, 1))}
	for i := range names {
		a, b := w.coin(), w.coin()
		w.names = append(w.names, [...]string{
			"`" + a + "_" + b + ".go`", strings.ToUpper(a[:1]) + a[1:], "the " + a + " " + b, "`" + a + " --" + b + "`", strings.ToUpper(a[:1]) + a[1:] + b,
		}[i%5])
	}
	return w
}

func (w *writer) coin() string {
	const syllables = "kalomiraten" + "vorsildunpex" + "garbolinquozethar"
	s := ""
	for range 2 + w.IntN(2) {
		i := w.IntN(len(syllables) - 3)
		s += syllables[i : i+2+w.IntN(2)]
	}
	return s
}

// name returns a name: few of them often, most of them rarely.
func (w *writer) name() string {
	return w.names[int(float64(len(w.names))*w.Float64()*w.Float64()*w.Float64())]
}

func (w *writer) one(of ...string) string { return of[w.IntN(len(of))] }

// line returns what a session keeps, and its kind.
func (w *writer) line() (daily.Kind, string) {
	a, b, n := w.name(), w.name(), 2+w.IntN(90)
	switch w.IntN(9) {
	case 0:
		return daily.Decision, fmt.Sprintf("%s stays with %s, since %s %s the older rows", a, b, w.coin(), w.one("reads", "keeps", "drops", "needs"))
	case 1:
		return daily.Decision, fmt.Sprintf("%s waits %d seconds before it asks %s again, so that a slow %s does not block the import", a, n, b, w.coin())
	case 2:
		return daily.Lesson, fmt.Sprintf("%s failed on staging because %s had no index for %s: the query read all %d thousand rows", a, b, w.coin(), n)
	case 3:
		return daily.Lesson, fmt.Sprintf("%s does not work together with %s on the network share of the %s machine", a, b, w.coin())
	case 4:
		return daily.Preference, fmt.Sprintf("Tests of %s should run against a real %s and not a mock", a, b)
	case 5:
		return daily.Fact, fmt.Sprintf("%s listens on port %d and is started by %s at boot", a, 8000+n, b)
	case 6:
		return daily.Fact, fmt.Sprintf("%s is the service that turns %s into reports for %s", a, b, w.coin())
	case 7:
		return daily.Action, fmt.Sprintf("Move %s out of %s before the release in week %d", a, b, n%52)
	}
	return daily.Decision, fmt.Sprintf("We use %s instead of %s for the %s now, because it is kept up to date", a, b, w.coin())
}

// entry returns the entry of a session that ended at a time.
func (w *writer) entry(session, project string, at time.Time, m daily.Machine) daily.Entry {
	e := daily.Entry{Agent: "claude", Session: session, Project: project, Repo: "github.com/ana/" + project, Branch: "main", At: at,
		From: session + "-1", To: session + "-9", By: "extractive", Machine: m.Name, Who: m.Who}
	e.ID = entry.EntryID(e.Agent, e.Session, e.To)
	e.Title = w.one("Mend", "Look into", "Speed up", "Replace", "Review") + " " + strings.Trim(w.name(), "`")
	e.Context = "Work on " + w.name()
	for range 4 + w.IntN(4) {
		kind, text := w.line()
		e.Bullets = append(e.Bullets, daily.Bullet{Kind: kind, Text: text})
	}
	return e
}

// A Year is a vault in which some machines kept the sessions of some days, each in a log of its own.
type Year struct {
	Machines, Days int
	Sessions       int // of a machine on one day
	Shared         bool
}

func (y Year) start() time.Time {
	return time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC).AddDate(0, 0, -y.Days)
}

// log returns the log of a machine on a day, and how it begins.
func (y Year) log(day daily.Date, m int) (log daily.Date, machine daily.Machine, head string) {
	head = "# Daily Log: " + day.String() + "\n"
	if y.Shared {
		machine = daily.Machine{Name: fmt.Sprintf("m%d", m), ID: fmt.Sprintf("0000000%d", m), Who: "ana"}
		day = day.On(machine.Name)
		head += "<!-- memoria:log machine=" + machine.Name + " id=" + machine.ID + " -->\n"
	}
	return day, machine, head + "\n## Sessions\n"
}

// Write writes the logs of the vault.
func (y Year) Write(vault *fsutil.Dir) error {
	w := newWriter(7, 3000)
	for day := range y.Days {
		for m := range y.Machines {
			at := y.start().AddDate(0, 0, day)
			date := daily.DateOf(at, time.UTC)
			if !y.Shared && y.Machines > 1 {
				date = date.AddDays(-day + day*y.Machines + m - y.Days*y.Machines)
				at = date.At(9, 0, time.UTC)
			}
			log, machine, text := y.log(date, m)
			for i := range y.Sessions {
				e := w.entry(fmt.Sprintf("s-%d-%d-%d", day, m, i), fmt.Sprintf("project-%d", int(20*w.Float64()*w.Float64())), at.Add(12*time.Hour*time.Duration(i)/time.Duration(y.Sessions)), machine)
				s, err := e.Format()
				if err != nil {
					return err
				}
				text += "\n" + s
			}
			if _, err := vault.WriteFileNoSync("daily/"+log.String()+".md", []byte(text), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// More appends the entry of one more session to the newest log of one of the machines.
func (y Year) More(vault *fsutil.Dir, m, nth int) error {
	w := newWriter(7, 3000)
	w.Rand = rand.New(rand.NewPCG(11, uint64(nth)))
	at := y.start().AddDate(0, 0, y.Days).Add(time.Duration(nth) * time.Minute)
	log, machine, head := y.log(daily.DateOf(at, time.UTC), m)
	s, err := w.entry(fmt.Sprintf("more-%d-%d", m, nth), fmt.Sprintf("project-%d", nth%20), at, machine).Format()
	if err != nil {
		return err
	}
	name := "daily/" + log.String() + ".md"
	text, err := vault.ReadFile(name)
	if err != nil {
		text = []byte(head)
	}
	_, err = vault.WriteFile(name, append(text, "\n"+s...), 0o644)
	return err
}
