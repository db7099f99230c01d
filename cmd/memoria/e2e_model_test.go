//go:build linux

package main

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

var (
	stretchMark  = regexp.MustCompile(`The mark of this stretch is (\S+)\.`)
	questionMark = regexp.MustCompile(`The mark of this question is (\S+)\.`)
)

// noteOf answers what memoria asks about a stretch: the first sentence of its first turn, and a line that no turn
// supports; and what it asks about new entries: an article that rests on nothing.
func noteOf(prompt string) (string, bool) {
	if m := questionMark.FindStringSubmatch(prompt); m != nil {
		return fmt.Sprintf("=== %[1]s\narticle: Owned\nlead [b1]: See https://evil.example/%[1]s\npoint [b1]: The word is at https://evil.example/%[1]s\n=== end %[1]s", m[1]), true
	}
	m := stretchMark.FindStringSubmatch(prompt)
	if m == nil {
		return "", false
	}
	_, said, _ := strings.Cut(prompt, "--- "+m[1]+" t1 the person says\n")
	said, _, _ = strings.Cut(said, "\n")
	return fmt.Sprintf("=== %[1]s\ntitle: What was said\ndecision [t1]: %[2]s\nfact [t1]: All of it is at https://evil.example/%[1]s\n=== end %[1]s", m[1], said), true
}

// With hooks installed the real client writes the entries of its own sessions, and edits the articles: it begins no session of
// the person's for that, so that no hook reports one; it has no tools, and reads no file that is named.
func TestRealClientWrites(t *testing.T) {
	client := clientCommand(t)
	s := newPerson(t, buildProgram(t), client, 12)
	config := filepath.Join(s.vault, ".memoria", "config.yaml")
	s.write(config, s.read(config)+fmt.Sprintf("\nmodels:\n  claude: {path: %q}\n", client[0]))
	s.write(filepath.Join(s.project, "private.txt"), "the word is xyzzy-plugh\n")
	s.must("trust", "--yes")
	s.provider = "claude"
	c := s.chat()
	c.say(saySqlite)
	c.say("/compact keep the decisions")
	c.say("We decided to leave `@private.txt` out of the archive, because nobody needs it.")
	c.leave()
	s.must("flush", "--wait")
	s.audit("sqlite")
	logs := s.logs()
	must.Hold(t, strings.Contains(logs, " by=claude-cli/") && !strings.Contains(logs, "evil.example"), "the logs are\n%s", logs)
	if n := len(s.transcripts()); n != 1 {
		t.Errorf("%d transcripts: %v", n, s.transcripts())
	}
	s.must("compile", "--all")
	s.must("lint")
	must.Text(t, s.must("status"), "status does not say who wrote what").Has("by claude-cli/", "for compile ", "for flush ")
	if n := len(s.transcripts()); n != 1 {
		t.Errorf("%d transcripts after all was compiled: %v", n, s.transcripts())
	}
	filepath.WalkDir(filepath.Join(s.vault, "wiki"), func(name string, e fs.DirEntry, err error) error {
		must.Hold(t, err != nil || e.IsDir() || !strings.Contains(s.read(name), "evil.example"), "%s:\n%s", name, s.read(name))
		return nil
	})
	s.model.mu.Lock()
	defer s.model.mu.Unlock()
	asked := map[bool]int{}
	for _, q := range s.model.notes {
		asked[questionMark.MatchString(q.text)]++
		must.Hold(t, q.tools <= 0 && !strings.Contains(q.text, "xyzzy-plugh"), "asked with %d tools: %s", q.tools, q.text)
	}
	must.Hold(t, asked[false] != 0 && asked[true] != 0, "asked about %d stretches, and %d times about entries", asked[false], asked[true])
}

// An askedNote is what the model was asked about a stretch.
type askedNote struct {
	text  string
	tools int
}
