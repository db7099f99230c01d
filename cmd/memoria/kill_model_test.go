//go:build linux

package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/llm/budget"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A paid is a server that counts what it is asked, by question, and signs its answers with it.
type paid struct {
	mu      sync.Mutex
	asked   map[string]int    // by sign
	said    map[string]string // what a stretch says, by sign
	kept    map[string]bool   // signs whose answers lie on the disk, or what was made of them
	again   bool              // the logs said all of it before, without the model
	calls   int
	repeats int
	twice   []string // signs that were asked about though the answer was kept
}

var (
	anyMark   = regexp.MustCompile(`The mark of (?:this|these) (stretch|question|notes|pieces) is (\S+)\.`)
	tableIn   = regexp.MustCompile(`Table \d+ `)
	firstLine = regexp.MustCompile(`(?m)^b1: (.*)$`)
	firstPage = regexp.MustCompile(`(?m)^## (.*)$`)
	signIn    = regexp.MustCompile(`K[0-9a-f]{16}K`)
)

func (p *paid) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var q struct{ Messages []struct{ Content string } }
	if err != nil || json.Unmarshal(body, &q) != nil || len(q.Messages) == 0 {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	prompt := q.Messages[len(q.Messages)-1].Content
	m := anyMark.FindStringSubmatch(prompt)
	if m == nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	sign := fmt.Sprintf("K%.16xK", sha256.Sum256([]byte(strings.ReplaceAll(string(body), m[2], ""))))
	p.mu.Lock()
	p.calls++
	if p.asked[sign]++; p.asked[sign] > 1 {
		p.repeats++
	}
	if p.kept[sign] {
		p.twice = append(p.twice, m[1]+" "+sign)
	}
	var words string
	if m[1] == "stretch" {
		_, words, _ = strings.Cut(prompt, " t1 the person says\n") // what is known already comes before
		p.said[sign] = tableIn.FindString(words)
	}
	p.mu.Unlock()
	time.Sleep(rand.N(20 * time.Millisecond))
	text := ""
	switch m[1] {
	case "notes":
		text = "=== " + m[2] + "\n1: yes\n=== end " + m[2]
	case "pieces":
		text = "NOTHING_WORTH_KEEPING"
	case "stretch":
		text, _ = noteOf(prompt)
		text = strings.Replace(text, "title: What was said", "title: What was said "+sign, 1)
		if p.again {
			text = usual(m[2], sign, words)
		}
	default:
		line, page := firstLine.FindStringSubmatch(prompt), firstPage.FindStringSubmatch(prompt)
		text = "NOTHING_TO_CHANGE"
		if line != nil && page != nil {
			text = "=== " + m[2] + "\narticle: " + page[1] + "\npoint [b1]: " + line[1] + "\ndescription [b1]: " + sign + "\n=== end " + m[2]
		}
	}
	json.NewEncoder(w).Encode(map[string]any{"model": "m", "usage": map[string]int{"prompt_tokens": len(body) / 4, "completion_tokens": len(text) / 4},
		"choices": []any{map[string]any{"finish_reason": "stop", "message": map[string]string{"content": text}}}})
}

// usual is an answer about a stretch as they mostly are: code is not sure of a line, and two of three have one that it
// leaves out.
func usual(mark, sign, words string) string {
	said, _, _ := strings.Cut(words, "\n")
	table := strings.TrimSpace(tableIn.FindString(said))
	lines := "decision [t1]: " + said + "\nlesson [t1]: " + table + " is easy to copy, because SQLite is on one host\n"
	if !strings.HasSuffix(table, "0") && !strings.HasSuffix(table, "3") && !strings.HasSuffix(table, "6") {
		lines += "fact [t1]: All of it is at https://evil.example\n"
	}
	return sign + "\n=== " + mark + "\ntitle: " + table + " in SQLite\n" + lines + "=== end " + mark
}

// look takes note of the answers that a vault keeps, while nobody works in it.
func (p *paid) look(vault string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	replies, _ := filepath.Glob(filepath.Join(vault, ".memoria", "replies", "*"))
	for _, name := range replies {
		b, _ := os.ReadFile(name)
		for _, sign := range signIn.FindAllString(string(b), -1) {
			p.kept[sign] = true
		}
	}
	logs := ""
	days, _ := filepath.Glob(filepath.Join(vault, "daily", "*.md"))
	for _, name := range days {
		b, _ := os.ReadFile(name)
		logs += string(b)
	}
	if p.again {
		logs = strings.Join(byModel.FindAllString(logs, -1), "\n")
	}
	for sign, said := range p.said {
		if said != "" && strings.Contains(logs, said) {
			p.kept[sign] = true
		}
	}
}

func (p *paid) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.calls
}

// A payer is a vault whose entries and articles a model writes.
type payer struct {
	*crowd
	dir      *fsutil.Dir
	server   *paid
	moments  *rand.Rand
	sessions int
	kills    int
}

// says adds a session that is over.
func (p *payer) says() {
	p.t.Helper()
	n := p.sessions
	p.sessions++
	at := time.Now().UTC().Add(time.Duration(n)*time.Second - time.Hour)
	id := fmt.Sprintf("5e55%04d-0000-4000-8000-000000000000", n)
	path := filepath.Join(p.crowd.dir, id+".jsonl")
	row := fmt.Sprintf(`{"type":"user","uuid":"u-%s","sessionId":%q,"timestamp":%q,"cwd":"/w/tide","message":{"role":"user","content":"Table %d is kept in SQLite on the harbour host, because one file is easy to copy."}}`+"\n", id, id, at.Format(time.RFC3339), n)
	must.Do(p.t, os.WriteFile(path, []byte(row), 0o600))
	q := &queue.Queue{Dir: p.dir, Host: "test", PID: os.Getpid()}
	must.Do(p.t, q.Put(queue.Note{Kind: queue.End, Agent: "claude", Session: id, Transcript: path, At: time.Now()}))
}

func (p *payer) config(calls string) {
	p.t.Helper()
	text := fmt.Sprintf("budget: {day: {calls: %s, tokens: none}, per_minute: 100000, at_once: 2}\n", calls)
	must.Do(p.t, os.WriteFile(filepath.Join(p.vault, ".memoria", "config.yaml"), []byte(text), 0o600))
}

// kill starts two workers and a compile at once and ends them, each at some moment within so long.
func (p *payer) kill(within time.Duration) {
	p.t.Helper()
	var all sync.WaitGroup
	for _, args := range [][]string{{"flush", "--background"}, {"compile"}, {"flush", "--background"}} {
		cmd := exec.Command("memoria", append(args, "--vault", p.vault)...)
		cmd.Env, cmd.Dir = p.env(), p.crowd.dir
		must.Do(p.t, cmd.Start())
		moment := time.Duration(p.moments.Int64N(int64(within)))
		timer := time.AfterFunc(moment, func() { cmd.Process.Kill() })
		all.Go(func() {
			cmd.Wait()
			timer.Stop()
		})
		p.kills++
	}
	all.Wait()
	p.server.look(p.vault)
}

func (p *payer) spent() budget.Sum {
	p.t.Helper()
	s := must.Get((&budget.Ledger{Dir: p.dir, Zone: time.UTC, Now: time.Now}).Spend())(p.t)
	if s == nil {
		return budget.Sum{}
	}
	return s.Month
}

// Workers and a compiler, at work at once, are killed at any point of the calls that they make: no answer
// that was kept is paid for again, a call in flight is the most that is repeated, no limit is passed, the
// ledger knows every call, and in the end the vault is whole. MEMORIA_LONG=1 takes 200 calls, else a few;
// MEMORIA_SEED names the moments.
func TestModelCallsKilled(t *testing.T) {
	calls, seed := 10, seed()
	if os.Getenv("MEMORIA_LONG") != "" {
		calls = 200
	}
	server := &paid{asked: map[string]int{}, said: map[string]string{}, kept: map[string]bool{}}
	srv := httptest.NewServer(server)
	defer srv.Close()
	p := &payer{crowd: newCrowd(t), server: server, moments: rand.New(rand.NewPCG(seed, 7))}
	t.Setenv("MEMORIA_PROVIDER", "openai")
	t.Setenv("MEMORIA_COMPILE_INTERVAL_MIN", "0")
	p.must("init", p.vault)
	own := filepath.Join(p.crowd.dir, "memoria", "config.yaml")
	b, _ := os.ReadFile(own)
	must.Do(t, os.WriteFile(own, append(b, "models: {openai: {base_url: "+srv.URL+"/v1, model: m}}\nbudget: {day: {calls: none, tokens: none}, per_minute: 100000}\n"...), 0o600))
	p.config(fmt.Sprint(calls))
	p.dir = fsutiltest.Open(t, p.vault)
	within := 200 * time.Millisecond
	for round := 0; p.spent().Calls < calls; round++ {
		if round == 5*calls {
			t.Fatalf("%d calls after %d rounds", server.count(), round)
		}
		if p.sessions < server.count()+3 {
			p.says()
		}
		before := server.count()
		p.kill(within)
		if server.count() == before {
			within = min(within*3/2, 5*time.Second)
		} else {
			within = within * 9 / 10
		}
	}
	p.settle(calls)
}

// settle holds the vault to the law when the limit is reached.
func (p *payer) settle(calls int) {
	t, s := p.t, p.server
	t.Helper()
	p.says()
	p.must("queue", "retry", "--vault", p.vault)
	if out, err := p.run("", "flush", "--vault", p.vault); !exitedWith(err, exit.Budget) {
		t.Errorf("over the limit: %v\n%s", err, out)
	}
	spent := p.spent()
	must.Hold(t, s.count() <= calls && spent.Calls >= s.count() && spent.Calls-s.count() <= p.kills && spent.Open <= p.kills, "a limit of %d: %d calls, %+v in the ledger, %d kills", calls, s.count(), spent, p.kills)
	p.config("none")
	for range 2 {
		p.must("queue", "retry", "--vault", p.vault)
		p.must("flush", "--wait", "--vault", p.vault)
	}
	p.must("compile", "--vault", p.vault)
	before := s.count()
	p.must("compile", "--all", "--vault", p.vault)
	must.Hold(t, s.count() == before, "a compile of what is compiled made %d calls", s.count()-before)
	if len(s.twice) > 0 || s.repeats > p.kills {
		t.Errorf("%d calls, %d again, of them %q though the answer was kept, %d kills", s.count(), s.repeats, s.twice, p.kills)
	}
	if spent, open := p.spent(), p.spent().Open; spent.Calls-open > s.count() {
		t.Errorf("%d calls, the ledger says that %d ended", s.count(), spent.Calls-open)
	}
	p.must("lint", "--vault", p.vault)
	p.must("status", "--check", "--vault", p.vault)
	logs := ""
	days, _ := filepath.Glob(filepath.Join(p.vault, "daily", "*.md"))
	for _, name := range days {
		b, _ := os.ReadFile(name)
		logs += string(b)
	}
	for n := range p.sessions {
		must.Equal(t, strings.Count(logs, fmt.Sprintf("\n- Table %d is kept", n)), 1, "what session %d says is in the logs", n)
	}
	t.Logf("%d calls, %d again, %d kills, %d sessions, %d calls without an end", s.count(), s.repeats, p.kills, p.sessions, p.spent().Open)
}

func (p *payer) must(args ...string) {
	p.t.Helper()
	if out, err := p.run("", args...); err != nil {
		p.t.Errorf("memoria %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

func exitedWith(err error, code int) bool {
	x, ok := err.(*exec.ExitError)
	return ok && x.ExitCode() == code
}
