//go:build linux

package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/llm/budget"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// improved is a vault of sessions that were imported without a model.
func improved(t *testing.T, seed uint64, sessions int) *payer {
	t.Helper()
	server := &paid{again: true, asked: map[string]int{}, said: map[string]string{}, kept: map[string]bool{}}
	srv := httptest.NewServer(server)
	t.Cleanup(srv.Close)
	p := &payer{crowd: newCrowd(t), server: server, moments: rand.New(rand.NewPCG(seed, 7))}
	p.must("init", p.vault)
	own := filepath.Join(p.crowd.dir, "memoria", "config.yaml")
	settings := string(fsutiltest.Read(t, own)) + "provider: openai\nmodels: {openai: {base_url: " + srv.URL + "/v1, model: m}}\nbudget: {day: {calls: none, tokens: none}, per_minute: 100000}\n"
	fsutiltest.Write(t, own, settings)
	from := filepath.Join(p.crowd.dir, "from")
	for n := range sessions {
		at := time.Now().UTC().Add(time.Duration(n-sessions) * 5 * time.Hour)
		id := fmt.Sprintf("5e55%04d-0000-4000-8000-000000000000", n)
		row := func(k int, kind, words string) string {
			return fmt.Sprintf(`{"type":%q,"uuid":"%s-%d","sessionId":%q,"timestamp":%q,"cwd":"/w/tide","message":{"role":%[1]q,"content":%[6]q}}`+"\n", kind, id[:8], k, id, at.Add(time.Duration(k)*time.Second).Format(time.RFC3339), words)
		}
		fsutiltest.Write(t, filepath.Join(from, id+".jsonl"), row(1, "user", fmt.Sprintf("Table %d is kept in SQLite on the harbour host, because one file is easy to copy.", n))+
			row(2, "user", "And what of the old one? "+strings.Repeat("It was said that nobody reads it. ", n%40)))
	}
	p.must("import", from, "--vault", p.vault)
	p.sessions = sessions
	p.dir = fsutiltest.Open(t, p.vault)
	return p
}

// killed runs improve and ends it at some moment after it asked so often again.
func (p *payer) killed(calls int) {
	p.t.Helper()
	cmd := exec.Command("memoria", "improve", "--vault", p.vault)
	cmd.Env, cmd.Dir = p.env(), p.crowd.dir
	before := p.server.count()
	must.Do(p.t, cmd.Start())
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for p.server.count() < before+calls {
		select {
		case err := <-ended:
			p.t.Fatalf("ended after %d kills: %v", p.kills, err)
		case <-time.After(time.Millisecond):
		}
	}
	time.Sleep(time.Duration(p.moments.Int64N(int64(60 * time.Millisecond))))
	cmd.Process.Kill()
	<-ended
	p.kills++
	p.server.look(p.vault)
}

// byModel is the marker of an entry that the model wrote, up to its end.
var byModel = regexp.MustCompile(`(?s)<!-- memoria:entry id=[^>]* session=(\S+) [^>]* by=openai/m.*?<!-- /memoria:entry`)

// Improve over many sessions, killed at any moment: what was answered is not asked again, every session has one entry
// by the model, the wiki is whole, and it took what was told before. MEMORIA_LONG=1 takes 60 sessions and 30 kills.
func TestImproveKilled(t *testing.T) {
	sessions, kills, seed := 14, 5, seed()
	if os.Getenv("MEMORIA_LONG") != "" {
		sessions, kills = 60, 30
	}
	p := improved(t, seed, sessions)
	out, err := p.run("", "improve", "--dry-run", "--json", "--vault", p.vault)
	var told struct {
		Entries  int
		Estimate struct{ Calls, Tokens int }
	}
	must.Be(t, err == nil && json.Unmarshal([]byte(out), &told) == nil && told.Entries == sessions && p.server.count() == 0, "the plan: %v\n%s", err, out)
	for p.kills < kills {
		p.killed(p.moments.IntN(2*sessions/kills - 1))
	}
	p.must("improve", "--vault", p.vault)
	p.server.look(p.vault)
	s := p.server
	must.Hold(t, len(s.twice) == 0 && s.repeats <= 2*p.kills, "%d calls, %d again, of them %q though the answer was kept, %d kills", s.calls, s.repeats, s.twice, p.kills)
	p.whole()
	spent := p.spent()
	used := int64(spent.Calls - spent.Open) // without those in flight at a kill, of which no plan knows
	far := func(is, was int64) bool { return 4*is > 5*was || 4*is < 3*was }
	tokens := p.settled()
	must.Hold(t, !far(int64(told.Estimate.Calls), used) && !far(int64(told.Estimate.Tokens), tokens), "told %+v, took %d calls and %d tokens", told.Estimate, used, tokens)
	before := s.count()
	if out, err := p.run("", "improve", "--vault", p.vault); err != nil || !strings.Contains(out, "Nothing to write") || s.count() != before {
		t.Errorf("again: %d calls, %v\n%s", s.count()-before, err, out)
	}
	t.Logf("told %+v, took %d calls and %d tokens; %d calls again, %d without an end, %d kills", told.Estimate, used, tokens, s.repeats, spent.Open, p.kills)
}

// settled returns the tokens of the calls that were answered.
func (p *payer) settled() (n int64) {
	names, _ := filepath.Glob(filepath.Join(p.vault, ".memoria", "calls", "*.jsonl"))
	for _, name := range names {
		for line := range strings.Lines(string(fsutiltest.Read(p.t, name))) {
			var c budget.Call
			if json.Unmarshal([]byte(line), &c) == nil && c.End == budget.Complete {
				n += c.Tokens()
			}
		}
	}
	return n
}

// whole holds the vault to the law after an improve.
func (p *payer) whole() {
	t := p.t
	t.Helper()
	p.must("lint", "--vault", p.vault)
	p.must("status", "--check", "--vault", p.vault)
	logs, found := "", map[string]int{}
	days, _ := filepath.Glob(filepath.Join(p.vault, "daily", "*.md"))
	for _, name := range days {
		logs += string(fsutiltest.Read(t, name))
	}
	for _, m := range byModel.FindAllStringSubmatch(logs, -1) {
		found[m[1]]++
	}
	for n := range p.sessions {
		if id := fmt.Sprintf("5e55%04d-0000-4000-8000-000000000000", n); found[id] != 1 {
			t.Errorf("session %d has %d entries by the model", n, found[id])
		}
	}
	pages, _ := filepath.Glob(filepath.Join(p.vault, "wiki", "*", "*.md"))
	wiki := ""
	for _, name := range pages {
		wiki += string(fsutiltest.Read(t, name))
	}
	for n := range p.sessions {
		must.Hold(t, strings.Contains(wiki, fmt.Sprintf("Table %d is kept", n)), "what session %d says is in no article", n)
	}
}
