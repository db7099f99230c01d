package compiler_test

import (
	"context"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// TestGolden plays the scenarios of testdata. A scenario is a row of steps; the files of step N are
//
//	N/do          one command a line: all, now, only DAY, author VERSION, pass DURATION, remove PATH,
//	              rename FROM TO, except PATH (a page that a person, or a lost log, answers for)
//	N/write/PATH  a file as it is before the step compiles
//	N/plan        what the run says it will do
//	N/want/PATH   each file of the wiki after it
//
// After every step a second run has to change nothing.
func TestGolden(t *testing.T) {
	for file, ar := range fsutiltest.Goldens(t, "testdata/*.txtar") {
		t.Run(fsutiltest.NameOf(file), func(t *testing.T) {
			got := play(t, ar)
			if string(txtar.Format(got)) == string(txtar.Format(ar)) {
				return
			}
			if os.Getenv("UPDATE") != "" {
				fsutiltest.Write(t, file, txtar.Format(got))
				return
			}
			sameFiles(t, sections(ar), sections(got))
		})
	}
}

func sections(ar *txtar.Archive) map[string]string {
	out := map[string]string{}
	for _, f := range ar.Files {
		out[f.Name] = string(f.Data)
	}
	return out
}

// play runs a scenario and returns it with what came of it.
func play(t *testing.T, ar *txtar.Archive) *txtar.Archive {
	v := newVault(t)
	out := &txtar.Archive{Comment: ar.Comment}
	for n := 1; ; n++ {
		step := strconv.Itoa(n) + "/"
		var o compiler.Options
		found := false
		for _, f := range ar.Files {
			name, ok := strings.CutPrefix(f.Name, step)
			if !ok {
				continue
			}
			found = true
			if at, ok := strings.CutPrefix(name, "write/"); ok {
				v.write(at, string(f.Data))
				out.Files = append(out.Files, f)
			} else if name == "do" {
				o = v.do(string(f.Data))
				out.Files = append(out.Files, f)
			}
		}
		if !found {
			return out
		}
		plan, err := v.c.Plan(context.Background(), o)
		must.Be(t, err == nil, "step %d: %v", n, err)
		out.Files = append(out.Files, txtar.File{Name: step + "plan", Data: []byte(plan.String())})
		before := v.pages()
		v.settled(o)
		checkVault(t, v, v.except...)
		after := v.pages()
		planned(t, plan, before, after)
		for _, name := range slices.Sorted(maps.Keys(after)) {
			if strings.HasPrefix(name, "wiki/") {
				out.Files = append(out.Files, txtar.File{Name: step + "want/" + name, Data: []byte(after[name])})
			}
		}
	}
}

// planned checks that a run changed what its plan said and nothing else.
func planned(t *testing.T, p *compiler.Plan, before, after map[string]string) {
	t.Helper()
	said := map[string]bool{}
	for _, e := range p.Edits {
		said[e.Path] = true
		must.Hold(t, before[e.Path] != after[e.Path], "%s was planned, and nothing came of it", e)
	}
	for name := range after {
		must.Hold(t, before[name] == after[name] || said[name], "%s changed without a plan", name)
	}
}

func (v *vault) do(script string) (o compiler.Options) {
	v.t.Helper()
	for line := range strings.Lines(script) {
		w := strings.Fields(line)
		if len(w) == 0 {
			continue
		}
		switch w[0] {
		case "all":
			o.All = true
		case "now":
			o.Now = true
		case "only":
			d := must.Get(daily.ParseDate(w[1]))(v.t)
			o.Only = append(o.Only, d)
		case "author":
			v.author.version = w[1]
		case "pass":
			d := must.Get(time.ParseDuration(w[1]))(v.t)
			v.now = v.now.Add(d)
		case "except":
			v.except = append(v.except, w[1])
		case "remove":
			v.remove(w[1])
		case "rename":
			v.rename(w[1], w[2])
		default:
			v.t.Fatalf("unknown command %q", line)
		}
	}
	return o
}
