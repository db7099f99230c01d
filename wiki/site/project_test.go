package site

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/site/plan"
)

// A project has one page however its sessions wrote it, and counts each session once.
func TestProjectIsOne(t *testing.T) {
	said := func(id, clock, session, project string) string {
		return fmt.Sprintf("### Session (%s) - About %s\n<!-- memoria:entry id=%s agent=claude session=%s project=%s branch=main at=2026-03-02T%s:00Z from=a to=b by=extractive -->\n\n**Facts:**\n- It is %s ^k%s\n<!-- /memoria:entry -->\n\n",
			clock, id, id, session, project, clock, id, id[:6])
	}
	s := siteOf(t, map[string]string{
		"daily/2026-03-02.md": "# Daily Log: 2026-03-02\n\n" + said("a00000000001", "09:00", "s1", "gitsync") + said("b00000000002", "10:00", "s2", "git-sync") +
			said("c00000000003", "11:00", "s2", "git-sync") + said("d00000000004", "12:00", "s4", "other") +
			strings.Replace(said("e00000000005", "13:00", "settled/abc/1", "other"), "agent=claude", "agent="+daily.Settler, 1) +
			strings.Replace(said("f00000000006", "14:00", "", "noted"), " session=", "", 1),
		"wiki/index.md": "# Index\n",
	}, Options{Title: "Notes"})
	var got []string
	for _, it := range s.listItems(plan.HomeFile, s.plan.Projects) {
		got = append(got, fmt.Sprint(it.Title, it.Detail))
	}
	must.Hold(t, fmt.Sprint(got) == "[git-sync[2 sessions] noted[1 entry] other[1 session]]", "projects %v", got)
	l := s.projectOf("GitSync")
	must.Hold(t, l != nil && len(s.listView(l).Groups[len(s.listView(l).Groups)-1].Items) == 2, "a page finds its project by one spelling alone, or lists a session as often as it went on")
}
