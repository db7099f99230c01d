package adopt_test

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/compiler/adopt"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
)

// written returns the page of a title as a machine generated it.
func written(title, aliases, point string) string {
	head := "---\ntitle: " + title + "\n"
	if aliases != "" {
		head += "aliases: [" + aliases + "]\n"
	}
	return string(wiki.Summed([]byte(head + "type: concept\n---\n\n# " + title + "\n\n## Key Points\n\n- " + point + " ([[2026-11-01#^k1|2026-11-01]])\n")))
}

// by returns a page that a person gave a title and a line.
func by(page, title, line string) string {
	old := wiki.Parse([]byte(page)).Title()
	page = strings.Replace(page, "title: "+old+"\n", "title: "+title+"\naliases: ["+old+"]\n", 1)
	return strings.Replace(page, "# "+old+"\n", "# "+title+"\n", 1) + line
}

// A page that one side moved, or both, stays one page, with every line of a person once.
func TestWikiFollowsMoves(t *testing.T) {
	const git, left, right = "wiki/concepts/git.md", "wiki/concepts/git-here.md", "wiki/concepts/git-there.md"
	was := written("Git", "", "Hooks are quick.")
	next := written("Git", "", "Hooks are slow.")
	here, there := by(was, "Git here", "\nMine.\n"), by(was, "Git there", "\nYours.\n")
	for name, c := range map[string]struct {
		base, ours, theirs map[string]string
		at, title          string
		has                []string
		not                string
	}{
		"both": {map[string]string{git: was}, map[string]string{left: here}, map[string]string{right: there},
			right, "Git there", []string{"\nMine.\n", "\nYours.\n", "aliases: [Git, Git here]"}, left},
		"both alike": {map[string]string{git: was}, map[string]string{left: here}, map[string]string{left: here},
			left, "Git here", []string{"\nMine.\n"}, git},
		"here, and generated on the trunk": {map[string]string{git: was}, map[string]string{left: here}, map[string]string{git: next},
			left, "Git here", []string{"\nMine.\n", "Hooks are slow.", "aliases: [Git]", "# Git here\n"}, git},
		"here, and edited on the trunk": {map[string]string{git: was}, map[string]string{left: here}, map[string]string{git: was + "\nYours.\n"},
			left, "Git here", []string{"\nMine.\n", "\nYours.\n"}, git},
		"on the trunk, and edited here": {map[string]string{git: was}, map[string]string{git: was + "\nMine.\n"}, map[string]string{right: there},
			right, "Git there", []string{"\nMine.\n", "\nYours.\n"}, git},
		"generated under another name here": {map[string]string{git: was}, map[string]string{left: written("Git here", "Git", "Hooks are slow.")}, map[string]string{git: was},
			left, "Git here", []string{"Hooks are slow.", "# Git here\n"}, git},
		"made on both, moved here": {nil, map[string]string{left: here}, map[string]string{git: next},
			left, "Git here", []string{"\nMine.\n", "Hooks are slow."}, git},
		"made and moved on both": {nil, map[string]string{left: here}, map[string]string{right: there},
			right, "Git there", []string{"\nMine.\n", "\nYours.\n", "aliases: [Git, Git here]"}, left},
		"the file alone, by hand": {map[string]string{git: was}, map[string]string{left: was + "\nMine.\n"}, map[string]string{git: next},
			left, "Git", []string{"\nMine.\n", "Hooks are slow."}, git},
		"there to the one on the same text": {map[string]string{git: was}, map[string]string{git: was + "\nMine.\n"},
			map[string]string{right: strings.ReplaceAll(was, "Git\n", "Git there\n"), "wiki/concepts/other.md": written("Other", "Git", "Of others.")},
			right, "Git there", []string{"\nMine.\n", "Hooks are quick."}, git},
		"made on both, moved on the trunk": {nil, map[string]string{git: was + "\nMine.\n"}, map[string]string{right: there},
			right, "Git there", []string{"\nMine.\n", "\nYours.\n"}, git},
	} {
		t.Run(name, func(t *testing.T) {
			base, ours, theirs := tree(c.base), tree(c.ours), tree(c.theirs)
			u := adopt.Wiki("wiki", base, ours, theirs, func(sum string) []byte {
				for _, text := range []string{was, next} {
					if wiki.Sum([]byte(text)) == sum {
						return []byte(text)
					}
				}
				return nil
			})
			for at, text := range u.Files {
				if theirs[at] = text; text == nil {
					delete(theirs, at)
				}
			}
			must.Hold(t, theirs[c.not] == nil && theirs[git] == nil, "the page is in two places: %q", theirs)
			page := wiki.Parse(theirs[c.at])
			must.Hold(t, page.Title() == c.title, "the title is %q", page.Title())
			for _, want := range c.has {
				must.Hold(t, strings.Count(string(theirs[c.at]), want) == 1, "%q is not there once:\n%s", want, theirs[c.at])
			}
		})
	}
}

func tree(files map[string]string) adopt.Tree {
	out := adopt.Tree{}
	for at, text := range files {
		out[at] = []byte(text)
	}
	return out
}
