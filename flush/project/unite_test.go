package project

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/must"
)

// TestUnite: of repositories that are not on this machine, the turns may tell that two are one (P-01, P-03). In doubt they
// are two.
func TestUnite(t *testing.T) {
	// A session is a folder, and the words, the branch and the files of its turn.
	type session struct{ dir, branch, text, files string }
	const module = "ok  \ttides.example.org/tide/internal/"
	const (
		ana, bo = "/home/ana/src/tide", "/home/bo/code/tide"
		other   = "/home/ana/old/tide"
		files   = "internal/gauge/buoy.go internal/gauge/sampler.go cmd/tide/harmonics.go"
		more    = files + " web/tides/tidechart.ts docs/harmonics.md"
	)
	tests := []struct {
		name string
		a, b session
		one  bool
	}{
		{"the same files in two homes", session{ana, "main", "", files}, session{bo, "main", "", files}, true},
		{"files that every program has", session{ana, "main", "", "src/index.ts cmd/main.go docs/setup.md"}, session{bo, "main", "", "src/index.ts cmd/main.go docs/setup.md"}, false},
		{"one file", session{ana, "main", "", files}, session{bo, "main", "", "internal/gauge/buoy.go"}, false},
		{"a branch and a file", session{ana, "fix/neap", "", files}, session{bo, "fix/neap", "", "cmd/tide/harmonics.go"}, true},
		{"the same folder of two homes", session{ana, "main", "", files}, session{"/home/bo/src/tide", "main", "", "cmd/tide/harmonics.go"}, true},
		{"nothing but the name", session{ana, "main", "", ""}, session{"/home/bo/src/tide", "main", "", ""}, false},
		{"another name", session{ana, "main", "", files}, session{"/home/bo/src/fix-1", "main", "", files}, false},
		{"another name and much", session{ana, "main", "", more}, session{"/home/bo/src/fix-1", "main", "", more}, true},
		{"two copies in one home", session{ana, "main", "", files}, session{other, "main", "", files}, false},
		{"two copies with much in common", session{ana, "main", "", more}, session{other, "main", "", more}, true},
		{"the same address", session{ana, "main", "See https://github.com/acme/tide/pull/3.", ""}, session{bo, "main", "Pushed to git@github.com:acme/tide.git.", ""}, true},
		{"the same address in one home", session{ana, "main", "See https://github.com/acme/tide/pull/3.", ""}, session{other, "main", "As in github.com/acme/tide.", ""}, false},
		{"another address", session{ana, "main", "See https://github.com/acme/tide/pull/3.", more}, session{bo, "main", "See https://github.com/zeta/tide/pull/3.", more}, false},
		{"its owner's folder", session{"/home/ana/src/acme/tide", "main", "", ""}, session{bo, "main", "See https://github.com/acme/tide/pull/3.", ""}, true},
		{"the address of another", session{ana, "main", "See https://github.com/acme/ebb/pull/3.", ""}, session{bo, "main", "See https://github.com/acme/ebb/pull/3.", ""}, false},
		{"the same module", session{ana, "main", module + "gauge 0.1s", "internal/gauge/a.go"}, session{"/home/bo/tide", "main", module + "gauge", "internal/gauge/b.go"}, true},
		{"the same module in one home", session{ana, "main", module + "gauge", "internal/gauge/a.go"}, session{other, "main", module + "gauge", "internal/gauge/b.go"}, false},
		{"a module of another name", session{ana, "main", "import example.org/ebb/internal/gauge", "internal/gauge/a.go"}, session{bo, "main", "import example.org/ebb/internal/gauge", "internal/gauge/b.go"}, false},
		{"a module whose folders are elsewhere", session{ana, "main", module + "gauge", "web/a.ts"}, session{bo, "main", module + "gauge", "web/b.ts"}, false},
		{"a page of the same name", session{ana, "main", "See https://example.org/tide/internal/gauge", "internal/gauge/a.go"}, session{bo, "main", "See https://example.org/tide/internal/gauge", "internal/gauge/b.go"}, false},
		{"without git", session{ana, "", "", more}, session{bo, "", "", more}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := &Book{}
			for _, s := range []session{tt.a, tt.b} {
				turn := transcript.Turn{CWD: s.dir, Branch: s.branch, Text: s.text}
				for f := range strings.FieldsSeq(s.files) {
					turn.Steps = append(turn.Steps, transcript.Step{Target: s.dir + "/" + f, File: true})
				}
				var p Place
				p.Follow(b, &turn)
			}
			b = kept(t, b, visit{tt.a.dir, tt.a.branch}, visit{tt.b.dir, tt.b.branch})
			if got := len(b.Projects()) == 1; got != tt.one {
				t.Fatalf("one project: %v", got)
			}
			if !tt.one {
				return
			}
			p := b.Projects()[0]
			must.Hold(t, p.Name == "tide", "called %q", p.Name)
			must.Get(b.Split("tide", tt.b.dir, "", nil))(t)
			if b = kept(t, b, visit{tt.a.dir, tt.a.branch}, visit{tt.b.dir, tt.b.branch}); b.Name(&daily.Entry{Project: "tide", Repo: folderID(tt.b.dir)}) == "tide" {
				t.Error("united again what a person split")
			}
		})
	}
}
