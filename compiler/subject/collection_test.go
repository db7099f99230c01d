package subject

import (
	"slices"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
)

func draftNamed(ds []draft.Draft, title string) *draft.Draft {
	i := slices.IndexFunc(ds, func(d draft.Draft) bool { return d.Title == title })
	if i < 0 {
		return nil
	}
	return &ds[i]
}

// eight are as many decisions as a project's article may open with, six as many preferences.
const (
	eight = "D Say less\nD Read first\nD Ship on Monday\nD Run the tests in order\nD Keep the door shut\nD Count in cents\nD Name no host\nD Write the log last\n"
	six   = "P Nie raten\nP Immer zuerst lesen\nP Keine Zeile ohne Grund\nP Nie zwei Dinge tun\nP Immer in UTC schreiben\nP Keine Farbe im Protokoll\n"
)

// A project's decisions, preferences and tasks are articles of their own if there are several beside those with which
// its article opens.
func TestCollections(t *testing.T) {
	tests := []struct {
		name, log, title string
		first            string // its first key point, "" if there is no article
	}{
		{"decisions of two sessions", "2026-06-01 api\n" + eight + "D Keep one writer\nD Write in UTC\n2026-06-02 api\nD Lock the sidecar\n", "Decisions of api", "Lock the sidecar"},
		{"those of its article", "2026-06-01 api\n" + eight + "2026-06-02 api\nD Lock the sidecar\n", "Decisions of api", ""},
		{"two decisions", "2026-06-01 api\nD Keep one writer\nF It rains\n2026-06-02 api\nD Lock the sidecar\n", "Decisions of api", ""},
		{"one statement, three times", "2026-06-01 api\nD Keep one writer\nD Keep one writer\n2026-06-02 api\nD Keep one writer\nF It rains\n", "Decisions of api", ""},
		{"eleven of one session", "2026-06-01 api\n" + eight + "D Keep one writer\nD Write in UTC\nD Lock the sidecar\n", "Decisions of api", ""},
		{"thirteen of one session", "2026-06-01 api\n" + eight + "D Keep one writer\nD Write in UTC\nD Lock the sidecar\nD Paint the gate\nD Ask once\n", "Decisions of api", "Ask once"},
		{"preferences, in German", "2026-06-01 kasse\n" + six + "P Nie am Freitag ausliefern\nP Immer auf Cent runden\n2026-06-02 kasse\nP Keine Testseiten drucken\n", "Preferences of kasse", "Keine Testseiten drucken"},
		{"tasks, the open ones first", "2026-06-01 api\nA Paint the gate\nA+ Oil the gate\n2026-06-02 api\nA Close the gate\nA Count the gates\n", "Open tasks of api", "Count the gates"},
		{"two tasks are open", "2026-06-01 api\nA Paint the gate\nA+ Oil the gate\n2026-06-02 api\nA Close the gate\n", "Open tasks of api", ""},
		{"no tasks", "2026-06-01 api\nA Test plan: paint the gate\nA The gate needs to be oiled\nA CHANGELOG entry for the gate\n2026-06-02 api\nA Recommendation: keep it\nA `gate` in addition to the door\n", "Open tasks of api", ""},
		{"questions and reports", "2026-06-01 api\nD \"Which of the gates?\" – what do you suggest?\nD Painted the gates, because they were rusty\n2026-06-02 api\nD Three files in it: gate.md\nD The gate is green and the door is red\n", "Decisions of api", ""},
		{"wishes of the moment", "2026-06-01 api\nP must be green by default\nP I think we should list the gates\n2026-06-02 api\nP can you paint the gate\nP `gate` has no door, so it is always open?\n", "Preferences of api", ""},
		{"tasks, none open", "2026-06-01 api\nA+ Paint the gate\nA+ Oil the gate\n2026-06-02 api\nA+ Close the gate\n", "Open tasks of api", ""},
		{"of a folder that is no project", "2026-06-01 tmp\nD Keep one writer\nD Write in UTC\n2026-06-02 tmp\nD Lock the sidecar\n", "Decisions of tmp", ""},
	}
	for _, tt := range tests {
		ds := articles(t, parseEntries(t, tt.log), nil)
		switch d := draftNamed(ds, tt.title); {
		case (d == nil) != (tt.first == ""):
			t.Errorf("%s: article %v", tt.name, d)
		case d != nil && d.Points[0].Text != tt.first:
			t.Errorf("%s: begins with %q", tt.name, d.Points[0].Text)
		}
	}
}

// A collection keeps the page that a person renamed, and its project links to it.
func TestCollectionKeepsItsPage(t *testing.T) {
	const log = "2026-06-01 api\n" + eight + "D Keep one writer\nD Write in UTC\n2026-06-02 api\nD Lock the sidecar\n"
	known := []wiki.Known{{Slug: "what-we-decided", Title: "What we decided", Aliases: []string{"Decisions of api"}, Type: wiki.Concept, Kept: true}}
	ds := articles(t, parseEntries(t, log), known)
	d := draftNamed(ds, "What we decided")
	must.Be(t, d != nil && d.Slug == "what-we-decided" && draftNamed(ds, "Decisions of api") == nil, "%+v", ds)
	api := draftNamed(ds, "api")
	must.Hold(t, len(api.Related) == 1 && api.Related[0].Title == d.Title, "the project is linked with %+v", api.Related)
}

// The article of a project has only lines that are of it, even if nothing but an exchange and an attempt is left.
func TestProjectHasItsOwnLines(t *testing.T) {
	ds := articles(t, parseEntries(t, `2026-06-01 quay
D Keep one writer
F It rains
F It pours
2026-06-02 api
D Tried Redis for the queue, but it lost rows
X How is the queue kept?
2026-06-03 api
X Who keeps the queue?
`), nil)
	api := draftNamed(ds, "api")
	must.Be(t, api != nil, "%+v", ds)
	must.Text(t, string(api.Render()), "the text").Has("Tried Redis", "How is the queue", "Who keeps the queue").Lacks("writer")
}
