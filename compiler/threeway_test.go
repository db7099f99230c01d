package compiler_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/proposal"
	"github.com/agent-admin/memoria/fsutil/must"
)

func (v *vault) proposals() []proposal.Proposal {
	v.t.Helper()
	list := must.Get(v.c.Desk().List(context.Background()))(v.t)
	return list
}

// What a person did not touch on a page is updated as usual, section by section and line by line, and their edits
// stay.
func TestThreeWay(t *testing.T) {
	const page = "wiki/concepts/cursor.md"
	for name, c := range map[string]struct {
		old, new string   // a person's edit of a part
		want     []string // on the page after the author and the logs said more
		not      []string
		waits    string // section of the proposal
	}{
		"own section": {"## Sources", "## Mine\n\nText.\n\n## Sources",
			[]string{"What 2 knows of cursor.", "## Mine\n\nText.\n", "[[plan|plan]]", "[[queue|queue]]", "- [[2026-11-26]]"}, nil, ""},
		"lead": {"What 1 knows of cursor.", "I know it.",
			[]string{"I know it.", "[[queue|queue]]", "meets `queue` ([["}, []string{"What 2"}, ""},
		"property": {"type: concept", "type: concept\nrating: 5",
			[]string{"rating: 5", "What 2 knows", "updated: 2026-11-26"}, nil, ""},
		"related line": {"- [[plan|plan]] - named together", "- [[plan|plan]] - because of me",
			[]string{"- [[plan|plan]] - because of me\n- [[queue|queue]] - named together", "What 2"}, nil, ""},
		"related gone": {"## Related Concepts\n\n- [[plan|plan]] - named together\n\n", "",
			[]string{"What 2", "meets `queue` ([["}, []string{"[[queue|queue]]", "Related"}, ""},
		"point reworded": {"A `cursor` is a number", "My cursor is a number",
			[]string{"- My cursor is a number ([[", "What 2", "meets `queue` ([["}, []string{"- A `cursor` is a number"}, ""},
		"point reworded, citation gone": {"- A `cursor` is a number ([[2026-11-25#^k20261125a1|2026-11-25]])", "- A `cursor` is a number, and mine",
			[]string{"- A `cursor` is a number, and mine\n", "What 2"}, []string{"k20261125a1"}, ""},
		"crlf": {"\n", "\r\n", []string{"What 2 knows of cursor.\r\n", "[[queue|queue]] - named together\r\n"}, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			v := newVault(t)
			v.log("2026-11-25", []string{"`cursor` meets `plan`", "A `cursor` is a number"})
			v.settled(compiler.Options{})
			mine := strings.ReplaceAll(v.read(page), c.old, c.new)
			v.write(page, mine)
			v.log("2026-11-26", []string{"`cursor` meets `queue`"})
			v.author.version = "2"
			v.settled(compiler.Options{All: true})
			got := v.read(page)
			for _, s := range c.want {
				must.Hold(t, strings.Contains(got, s), "%q is not there:\n%s", s, got)
			}
			for _, s := range c.not {
				must.Hold(t, !strings.Contains(got, s), "%q is there:\n%s", s, got)
			}
			must.Hold(t, strings.Count(got, "meets `queue` ([[") == 1, "the new point is not there once:\n%s", got)
		})
	}
}

// clashVault is a vault whose page cursor a person and the author changed in the lead.
func clashVault(t *testing.T) *vault {
	v := newVault(t)
	v.log("2026-11-25", []string{"`cursor` meets `plan`", "A `cursor` is a number"})
	v.settled(compiler.Options{})
	v.edit("wiki/concepts/cursor.md", "What 1 knows of cursor.", "I know it.")
	v.author.version = "2"
	v.settled(compiler.Options{All: true})
	return v
}

// If both sides changed the same line, the person's stays and the compiler's waits, and the plan says so.
func TestProposal(t *testing.T) {
	const page = "wiki/concepts/cursor.md"
	v := newVault(t)
	v.log("2026-11-25", []string{"A `cursor` is a number"})
	v.settled(compiler.Options{})
	v.edit(page, "What 1 knows of cursor.", "I know it.")
	v.author.version = "2"
	r := v.settled(compiler.Options{All: true})
	got := v.read(page)
	must.Be(t, strings.Contains(got, "I know it.") && !strings.Contains(got, "What 2"), "got\n%s", got)
	list := v.proposals()
	if len(list) != 1 || list[0].Was != "What 1 knows of cursor." || list[0].Theirs != "I know it." || list[0].Ours != "What 2 knows of cursor." ||
		list[0].Path != page || list[0].Section != "" || strings.Split(v.read(page), "\n")[list[0].Line-1] != "I know it." {
		t.Fatalf("proposals: %+v", list)
	}
	must.Hold(t, strings.Contains(r.Plan.String(), "propose "+list[0].String()), "the plan:\n%s", r.Plan)
	st := v.status()
	must.Hold(t, st.Proposals == 1, "status: %d proposals", st.Proposals)
}

func TestProposalAccepted(t *testing.T) {
	for name, target := range map[string]func(*vault) string{
		"id":   func(v *vault) string { return v.proposals()[0].ID },
		"path": func(*vault) string { return "wiki/concepts/cursor.md" },
		"name": func(*vault) string { return "Cursor" },
		"all":  func(*vault) string { return "all" },
	} {
		t.Run(name, func(t *testing.T) {
			v := clashVault(t)
			want := strings.Replace(v.read("wiki/concepts/cursor.md"), "I know it.", "What 2 knows of cursor.", 1)
			done, err := v.c.Desk().Accept(context.Background(), target(v))
			must.Be(t, err == nil && len(done) == 1 && v.read("wiki/concepts/cursor.md") == want && len(v.proposals()) == 0, "%v, %v, page\n%s", done, err, v.read("wiki/concepts/cursor.md"))
			v.settled(compiler.Options{})
			v.author.version = "3" // the line is the compiler's again
			v.settled(compiler.Options{All: true})
			must.Hold(t, strings.Contains(v.read("wiki/concepts/cursor.md"), "What 3 knows") && len(v.proposals()) == 0, "got\n%s", v.read("wiki/concepts/cursor.md"))
			if _, err := v.c.Desk().Accept(context.Background(), "cursor"); !errors.As(err, new(*proposal.NoProposalError)) {
				t.Errorf("accepted twice: %v", err)
			}
		})
	}
}

// A dismissed change is proposed again only if it changes.
func TestProposalDismissed(t *testing.T) {
	v := clashVault(t)
	page := v.read("wiki/concepts/cursor.md")
	if done, err := v.c.Desk().Dismiss(context.Background(), "cursor"); err != nil || len(done) != 1 {
		t.Fatal(done, err)
	}
	v.log("2026-11-26", []string{"A `cursor` grows"})
	v.settled(compiler.Options{})
	v.settled(compiler.Options{All: true})
	list := v.proposals()
	must.Hold(t, len(list) == 0 && strings.Contains(v.read("wiki/concepts/cursor.md"), "grows"), "%v, page\n%s", list, v.read("wiki/concepts/cursor.md"))
	v.author.version = "3"
	v.settled(compiler.Options{All: true})
	list = v.proposals()
	must.Hold(t, len(list) == 1 && list[0].Ours == "What 3 knows of cursor." && list[0].Was == "What 2 knows of cursor.", "%+v", list)
	grown(t, page, v.read("wiki/concepts/cursor.md"))
}

// A proposal disappears with its page or its line, or when the sides agree.
func TestProposalMoot(t *testing.T) {
	const page = "wiki/concepts/cursor.md"
	for name, c := range map[string]struct {
		do   func(v *vault)
		want string // on the page then
	}{
		"page gone":         {func(v *vault) { v.remove(page) }, ""},
		"line gone":         {func(v *vault) { v.edit(page, "I know it.\n\n", "") }, ""},
		"they took ours":    {func(v *vault) { v.edit(page, "I know it.", "What 2 knows of cursor.") }, "What 2 knows"},
		"they took it back": {func(v *vault) { v.edit(page, "I know it.", "What 1 knows of cursor.") }, "What 2 knows"},
		"we took it back":   {func(v *vault) { v.author.version = "1" }, "I know it."},
		"header broken":     {func(v *vault) { v.edit(page, "title: cursor", "title: [cursor") }, "I know it."},
	} {
		t.Run(name, func(t *testing.T) {
			v := clashVault(t)
			c.do(v)
			v.settled(compiler.Options{All: name == "we took it back"})
			list := v.proposals()
			must.Hold(t, len(list) == 0, "waiting: %v", list)
			must.Hold(t, c.want == "" || strings.Contains(v.read(page), c.want), "%q is not there", c.want)
		})
	}
}

// After a crash at any write of accepting or dismissing, the next run completes it.
func TestProposalCrash(t *testing.T) {
	start := clashVault(t)
	clean := copyVault(t, start)
	must.Get(clean.c.Desk().Accept(context.Background(), "all"))(t)
	clean.author.version = "2"
	clean.settled(compiler.Options{})
	for at := 1; at < 9; at++ {
		v := copyVault(t, start)
		v.author.version = "2"
		nth := at
		v.c.SetWrote(func(string) error {
			if nth--; nth == 0 {
				return errCrash
			}
			return nil
		})
		_, err := v.c.Desk().Accept(context.Background(), "all")
		v.c.SetWrote(nil)
		v.settled(compiler.Options{})
		if err == nil {
			return
		}
		if list := v.proposals(); len(list) > 0 {
			must.Get(v.c.Desk().Accept(context.Background(), "all"))(t)
		}
		v.settled(compiler.Options{})
		sameFiles(t, clean.pages(), v.pages())
	}
	t.Error("no end")
}

// The base of a merge may be lost: then the page only grows, and no line changes; the next merge has a base again.
func TestBaseLost(t *testing.T) {
	const page = "wiki/concepts/cursor.md"
	v := newVault(t)
	v.log("2026-11-25", []string{"A `cursor` is a number"})
	v.settled(compiler.Options{})
	v.edit(page, "## Key Points", "Mine.\n\n## Key Points")
	mine := v.read(page)
	v.remove(".memoria/state/pages")
	v.log("2026-11-26", []string{"A `cursor` grows"})
	v.author.version = "2"
	v.settled(compiler.Options{All: true})
	grown(t, mine, v.read(page))
	must.Hold(t, strings.Contains(v.read(page), "What 1"), "a line was changed:\n%s", v.read(page))
	v.log("2026-11-27", []string{"A `cursor` shrinks and meets `plan`"})
	v.settled(compiler.Options{})
	must.Text(t, v.read(page), "the text").Has("[[plan|plan]]", "Mine.").Times(1, "shrinks")
}

// No base text is kept that no page needs.
func TestKeptTexts(t *testing.T) {
	v := clashVault(t)
	count := func() (n int) {
		for name := range v.files() {
			if strings.HasPrefix(name, ".memoria/state/pages/") {
				n++
			}
		}
		return n
	}
	if n := count(); n != 3 { // of cursor two
		t.Errorf("%d texts are kept", n)
	}
	v.log("2026-11-26", []string{"A `cursor` grows"})
	v.crash(compiler.Options{}, 3)
	v.log("2026-11-26", []string{"A `cursor` grows and grows"})
	v.settled(compiler.Options{})
	n := count()
	must.Hold(t, n == 3, "%d texts are kept after a crash", n)
	_, err := v.c.Desk().Dismiss(context.Background(), "all")
	must.Hold(t, err == nil && count() == 2, "%d texts are kept at last (%v)", count(), err)
}
