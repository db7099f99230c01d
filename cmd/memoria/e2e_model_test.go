//go:build linux

package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var stretchMark = regexp.MustCompile(`The mark of this stretch is (\S+)\.`)

// noteOf answers what memoria asks about a stretch: the first sentence of its first turn, and a line
// that no turn bears out.
func noteOf(prompt string) (string, bool) {
	m := stretchMark.FindStringSubmatch(prompt)
	if m == nil {
		return "", false
	}
	_, said, _ := strings.Cut(prompt, "--- "+m[1]+" t1 the person says\n")
	said, _, _ = strings.Cut(said, "\n")
	return fmt.Sprintf("=== %[1]s\ntitle: What was said\ndecision [t1]: %[2]s\nfact [t1]: All of it is at https://evil.example/%[1]s\n=== end %[1]s", m[1], said), true
}

// With hooks installed the real client writes the entries of its own sessions: it begins no session of
// the person's for that, so that no hook reports one; it has no tools, and reads no file that is named.
func TestRealClientWrites(t *testing.T) {
	client := clientCommand(t)
	s := newSite(t, buildProgram(t), client, 12)
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
	if !strings.Contains(logs, " by=claude-cli/") || strings.Contains(logs, "evil.example") {
		t.Errorf("the logs are\n%s", logs)
	}
	if n := len(s.transcripts()); n != 1 {
		t.Errorf("%d transcripts: %v", n, s.transcripts())
	}
	s.model.mu.Lock()
	defer s.model.mu.Unlock()
	if len(s.model.notes) == 0 {
		t.Error("no note was asked for")
	}
	for _, q := range s.model.notes {
		if q.tools > 0 || strings.Contains(q.text, "xyzzy-plugh") {
			t.Errorf("asked with %d tools: %s", q.tools, q.text)
		}
	}
}

// An askedNote is what the model was asked about a stretch.
type askedNote struct {
	text  string
	tools int
}
