package llm

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/agent-admin/memoria/cmd/internal/llm/wire"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/ask"
)

// A rig makes a provider of one kind that plays a scene.
type rig struct {
	name string
	make func(t *testing.T, s scene, timeout time.Duration) Provider
	http bool // it is a service: statuses, redirects, pages
	ends bool // it says why an answer ended
}

func rigs() []rig {
	return []rig{
		{"claude", func(t *testing.T, s scene, d time.Duration) Provider {
			if s.Status != 0 { // a process for each would take long
				return &claudeSaying{s: s}
			}
			w, _ := s.program(t, "ANTHROPIC_API_KEY="+testKey)
			return &Claude{Settings: Settings{Path: self(t), Timeout: d}, World: w}
		}, false, true},
		{"claude 2.0.76", func(t *testing.T, s scene, d time.Duration) Provider {
			s.Old = "2.0.76"
			if s.Status != 0 {
				return &claudeSaying{s: s}
			}
			w, _ := s.program(t, "ANTHROPIC_API_KEY="+testKey)
			return &Claude{Settings: Settings{Path: self(t), Timeout: d}, World: w}
		}, false, true},
		{"anthropic", func(t *testing.T, s scene, d time.Duration) Provider {
			srv, _, _ := s.serve(t, func(s scene) any { return s.anthropic() })
			return &Anthropic{Settings: Settings{BaseURL: srv.URL, Model: "claude-haiku-4-5", Timeout: d, KeyEnv: "K"}, World: world(t, "K="+testKey)}
		}, true, true},
		{"openai", func(t *testing.T, s scene, d time.Duration) Provider {
			srv, _, _ := s.serve(t, func(s scene) any { return s.openAI() })
			return &OpenAI{asked: true, Settings: Settings{BaseURL: srv.URL + "/v1", Model: "gpt-x", Timeout: d, KeyEnv: "K"}, World: world(t, "K="+testKey)}
		}, true, true},
		{"ollama", func(t *testing.T, s scene, d time.Duration) Provider {
			srv, _, _ := s.serve(t, func(s scene) any { return s.ollama() })
			return &OpenAI{asked: true, Settings: Settings{BaseURL: srv.URL + "/v1", Model: "qwen3", Timeout: d}, Ollama: true, World: world(t)}
		}, true, true},
		{"command", func(t *testing.T, s scene, d time.Duration) Provider {
			w, _ := s.program(t, "ANTHROPIC_API_KEY="+testKey)
			return &Command{Settings: Settings{Argv: []string{self(t), "ask"}, Timeout: d}, World: w}
		}, false, false},
	}
}

const complete ask.Outcome = "complete"

// The scenes that every provider is held to. Kind is what is wanted of those that can tell: a command
// cannot say why its answer ended, nor a status.
var scenes = []struct {
	name  string
	s     scene
	kind  ask.Outcome
	text  string
	after time.Duration // of services
	only  string        // "http": services; "status": all that know statuses; "ends"
}{
	{name: "whole", s: scene{Text: []byte("An answer.\n")}, kind: complete, text: "An answer."},
	{name: "empty", s: scene{}, kind: ask.Empty},
	{name: "blank", s: scene{Text: []byte(" \n\t\n")}, kind: ask.Empty},
	// What an envelope is wrapped in, its mark and its parts are the author's matter: see
	// TestParse of flush/summary and TestFailures of
	// compiler/editor
	{name: "prose and a fence around", s: scene{Text: []byte("Sure!\n```\nx: 1\n```\nBye")}, kind: complete, text: "Sure!\n```\nx: 1\n```\nBye"},
	// What a model thinks aloud is no answer, and a draft in it is none.
	// thoughts are no answer, of whichever provider.
	{name: "thoughts", s: scene{Text: []byte("<think>\n=== M\ndraft\n=== end M\n</think>\n\nAn answer.")}, kind: complete, text: "An answer."},
	{name: "thoughts without a beginning", s: scene{Text: []byte("I should say so.\n</think>\nAn answer.")}, kind: complete, text: "An answer."},
	{name: "thoughts twice", s: scene{Text: []byte("<thinking>a</thinking> <reasoning>b</reasoning>An answer.")}, kind: complete, text: "An answer."},
	{name: "thoughts alone", s: scene{Text: []byte("<think>An answer.</think>\n")}, kind: ask.Empty},
	{name: "thoughts without an end", s: scene{Text: []byte("<think>An answer.")}, kind: ask.Truncated},
	{name: "a word on thoughts", s: scene{Text: []byte("The tag </think> ends them.")}, kind: complete, text: "The tag </think> ends them."},
	{name: "line ends and controls", s: scene{Text: []byte("a\r\nb\x00\x1b[31mc\rd")}, kind: complete, text: "a\nb[31mc\nd"},
	{name: "invalid UTF-8", s: scene{Text: []byte("caf\xff au lait")}, kind: complete, text: "caf\ufffd au lait"},
	{name: "longer than is read", s: scene{Size: 1<<20 + 1<<19}, kind: ask.Truncated},
	{name: "at its bound", s: scene{Text: []byte("Half an ans"), Stop: "max"}, kind: ask.Truncated, only: "ends"},
	{name: "refused", s: scene{Text: []byte("I can"), Stop: "refusal"}, kind: ask.Refused, only: "ends"},
	{name: "broken off", s: scene{Text: []byte(strings.Repeat("a word ", 50)), Cut: true}, kind: ask.Retry, only: "ends"},
	{name: "hang", s: scene{Hang: true}, kind: ask.Retry},
	{name: "400", s: scene{Status: 400, Message: "messages: bad"}, kind: ask.Fatal, only: "status"},
	{name: "400 no credit", s: scene{Status: 400, Message: "Your credit balance is too low"}, kind: ask.Fatal, only: "status"},
	{name: "401", s: scene{Status: 401, Message: "invalid x-api-key"}, kind: ask.Fatal, only: "status"},
	{name: "403", s: scene{Status: 403, Message: "not allowed"}, kind: ask.Fatal, only: "status"},
	{name: "404", s: scene{Status: 404, Message: "model: nothing"}, kind: ask.Fatal, only: "status"},
	{name: "413", s: scene{Status: 413, Message: "request too large"}, kind: ask.TooLong, only: "status"},
	{name: "429", s: scene{Status: 429, Message: "slow down"}, kind: ask.Retry, only: "status"},
	{name: "500", s: scene{Status: 500, Message: "oops"}, kind: ask.Retry, only: "status"},
	{name: "503", s: scene{Status: 503, Message: "later"}, kind: ask.Retry, only: "status"},
	{name: "529", s: scene{Status: 529, Message: "Overloaded"}, kind: ask.Retry, only: "status"},

	{name: "429 after seconds", s: scene{Status: 429, After: "30"}, kind: ask.Retry, after: 30 * time.Second, only: "http"},
	{name: "429 after a date", s: scene{Status: 429, After: "Fri, 01 Jan 2100 00:00:00 GMT"}, kind: ask.Retry, after: wire.MaxAfter, only: "http"},
	{name: "429 after a past date", s: scene{Status: 429, After: "Fri, 01 Jan 2010 00:00:00 GMT"}, kind: ask.Retry, only: "http"},
	{name: "429 after too much", s: scene{Status: 429, After: "99999999"}, kind: ask.Retry, after: wire.MaxAfter, only: "http"},
	{name: "429 after less than nothing", s: scene{Status: 429, After: "-5"}, kind: ask.Retry, only: "http"},
	{name: "529 after nonsense", s: scene{Status: 529, After: "soon"}, kind: ask.Retry, only: "http"},
	{name: "a web page", s: scene{Page: true}, kind: ask.Fatal, only: "http"},
	{name: "a redirect", s: scene{To: "http://127.0.0.1:9/elsewhere"}, kind: ask.Fatal, only: "http"},
	{name: "402", s: scene{Status: 402}, kind: ask.Fatal, only: "http"},
	{name: "408", s: scene{Status: 408}, kind: ask.Retry, only: "http"},
	{name: "422", s: scene{Status: 422}, kind: ask.Fatal, only: "http"},
}

func TestProvidersConform(t *testing.T) {
	t.Parallel()
	for _, r := range rigs() {
		for _, c := range scenes {
			if c.only == "http" && !r.http || c.only != "" && !r.ends || r.name == "ollama" && c.s.Stop == "refusal" {
				continue // ollama knows no refusal
			}
			t.Run(r.name+"/"+c.name, func(t *testing.T) {
				t.Parallel()
				timeout := 30 * time.Second
				if c.s.Hang {
					timeout = time.Second // for a program to begin under the race detector
					if r.http {
						timeout = 50 * time.Millisecond
					}
				}
				p := r.make(t, c.s, timeout)
				reply, err := p.Generate(t.Context(), ask.Question{System: "Rules.", Prefix: "Names.", Prompt: "Say something."})
				checkConforms(t, p, c.kind, c.text, reply, err)
				var x *Error
				must.Hold(t, !errors.As(err, &x) || !r.http || x.After.Round(time.Minute) == c.after.Round(time.Minute), "%v, want it to say after %s", err, c.after)
			})
		}
	}
}

func checkConforms(t *testing.T, p Provider, kind ask.Outcome, text string, reply Reply, err error) {
	t.Helper()
	must.Text(t, fmt.Sprintf("%v %+v %#v %v", err, reply, reply, errors.Unwrap(err)), "the key is shown").Lacks(testKey)
	if kind == complete {
		must.Do(t, err)
		must.Hold(t, reply.Text == text && utf8.ValidString(reply.Text), "text %q, want %q", reply.Text, text)
		must.Hold(t, reply.By == p.Info().Name && reply.Model != "", "by %q, model %q", reply.By, reply.Model)
		return
	}
	var x *Error
	must.Be(t, errors.As(err, &x), "error %v of type %T", err, err)
	must.Hold(t, x.Kind == kind, "%s (%v), want %s", x.Kind, err, kind)
	must.Hold(t, reply.Text == "", "text %q beside an error", reply.Text)
	must.Hold(t, x.Kind != ask.Fatal || len(x.Hints) != 0 || x.Status == 400 || x.Status == 422, "nothing mends %v", err)
	must.Hold(t, !strings.ContainsAny(err.Error(), "\n\r") && len(err.Error()) <= 600, "error is no line: %q", err)
}

// The caller's own end is the caller's own error, at once, and no failure of the provider.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	for _, r := range rigs() {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			p := r.make(t, scene{Hang: true}, time.Minute)
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(200*time.Millisecond, cancel)
			_, err := p.Generate(ctx, ask.Question{Prompt: "x"})
			must.Hold(t, errors.Is(err, context.Canceled), "%v", err)
		})
	}
}
