package llm

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/cmd/internal/llm/budget"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/ask"
)

// sent is what a service was sent, as JSON says it.
func sent(t *testing.T, body string) (m map[string]any) {
	t.Helper()
	must.Do(t, json.Unmarshal([]byte(body), &m))
	return m
}

// What is the same from call to call comes first, and its end is marked for the cache.
func TestAnthropicCaches(t *testing.T) {
	t.Parallel()
	srv, reqs, bodies := scene{Text: []byte("ok")}.serve(t, func(s scene) any { return s.anthropic() })
	a := &Anthropic{Settings: Settings{BaseURL: srv.URL + "/", Model: "m", KeyEnv: "K"}, World: world(t, "K="+testKey)}
	reply, x := generate(t, a, ask.Question{System: "Rules.", Prefix: "Names <a>.", Prompt: "Do.", MaxTokens: 9})
	must.Be(t, x == nil, "%v", x)
	must.Hold(t, reply.Usage == (budget.Usage{In: 12, Out: 7, CacheRead: 30, CacheWrite: 5, Known: true}) && reply.Model == "claude-haiku-4-5-20251001" && reply.By == "anthropic/m", "%+v", reply)
	want := `{"model":"m","max_tokens":9,"system":[{"type":"text","text":"Rules."},{"type":"text","text":"Names <a>.","cache_control":{"type":"ephemeral"}}],` +
		`"messages":[{"role":"user","content":[{"type":"text","text":"Do."}]}]}`
	got := strings.TrimSpace((*bodies)[0])
	must.Hold(t, got == want, "sent %s\nwant %s", got, want)
	r := (*reqs)[0]
	must.Hold(t, r.URL.Path == "/v1/messages" && r.Header.Get("X-Api-Key") == testKey && r.Header.Get("Anthropic-Version") != "" && r.Header.Get("Authorization") == "", "%s %v", r.URL, r.Header)
	a.Bearer = true
	generate(t, a, ask.Question{Prompt: "Do."})
	if r := (*reqs)[1]; r.Header.Get("Authorization") != "Bearer "+testKey || r.Header.Get("X-Api-Key") != "" {
		t.Errorf("%v", r.Header)
	}
}

func TestOpenAIAsks(t *testing.T) {
	t.Parallel()
	srv, reqs, bodies := scene{Text: []byte("<think>\nhm\n</think>\nok")}.serve(t, func(s scene) any { return s.openAI() })
	o := &OpenAI{asked: true, Settings: Settings{BaseURL: srv.URL + "/v1/", Model: "m"}, World: world(t)}
	reply, x := generate(t, o, ask.Question{System: "Rules.", Prefix: "Names.", Prompt: "Do."})
	must.Be(t, x == nil, "%v", x)
	must.Hold(t, reply.Usage == (budget.Usage{In: 12, CacheRead: 30, Out: 7, Known: true}) && reply.Text == "ok", "%+v", reply)
	want := `{"model":"m","messages":[{"role":"system","content":"Rules."},{"role":"user","content":"Names.\n\nDo."}],"max_tokens":4096,"stream":false}`
	got := strings.TrimSpace((*bodies)[0])
	must.Hold(t, got == want, "sent %s\nwant %s", got, want)
	r := (*reqs)[0]
	must.Hold(t, r.URL.Path == "/v1/chat/completions" && r.Header.Get("Authorization") == "", "%s %v", r.URL, r.Header)
}

// answering is a server that gives these bodies, one a request, the last one for the rest.
func answering(t *testing.T, status int, bodies ...string) (url string, got *[]string) {
	got = &[]string{}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		i := min(len(*got), len(bodies)-1)
		*got = append(*got, string(b))
		if strings.Contains(bodies[i], `"error"`) {
			w.WriteHeader(status)
		}
		io.WriteString(w, bodies[i])
	}))
	t.Cleanup(srv.Close)
	return srv.URL, got
}

const openAIOK = `{"choices":[{"finish_reason":"stop","message":{"content":"ok"}}]}`

func TestOpenAIAnswers(t *testing.T) {
	t.Parallel()
	choice := func(reason, message string) string {
		return fmt.Sprintf(`{"choices":[{"finish_reason":%s,"message":%s}],"usage":{"prompt_tokens":5,"completion_tokens":4096}}`, reason, message)
	}
	for _, c := range []struct {
		name, body string
		kind       ask.Outcome
	}{
		{"usage not told", openAIOK, complete},
		{"parts", `{"choices":[{"finish_reason":"stop","message":{"content":[{"type":"text","text":"o"},{"type":"text","text":"k"}]}}]}`, complete},
		{"null", choice(`"stop"`, `{"content":null}`), ask.Empty},
		{"refusal", choice(`"stop"`, `{"content":null,"refusal":"I will not"}`), ask.Refused},
		{"a tool", choice(`"tool_calls"`, `{"content":null}`), ask.Retry},
		{"no reason, full", choice(`null`, `{"content":"half"}`), ask.Truncated},
		{"no reason, no usage", `{"choices":[{"message":{"content":"half?"}}]}`, ask.Truncated},
		{"thoughts alone", choice(`"stop"`, `{"content":"<think>so"}`), ask.Truncated},
		{"no choice", `{"choices":[]}`, ask.Retry},
		{"an error as 200", `{"err":0,"choices":[],"object":"error","message":"x"}`, ask.Retry},
		{"not JSON", `data: {"x":1}`, ask.Retry},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			url, _ := answering(t, 200, c.body)
			o := &OpenAI{asked: true, Settings: Settings{BaseURL: url, Model: "m"}, World: world(t)}
			reply, x := generate(t, o, ask.Question{Prompt: "x"})
			switch {
			case c.kind == complete && (x != nil || reply.Text != "ok"):
				t.Errorf("%+v %v", reply, x)
			case c.kind != complete && (x == nil || x.Kind != c.kind || reply.Text != ""):
				t.Errorf("%+v %v", reply, x)
			}
		})
	}
}

func TestOpenAIFailures(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status int
		text   string
		kind   ask.Outcome
	}{
		{429, `{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}`, ask.Fatal},
		{400, `{"error":{"message":"This model's maximum context length is 8192 tokens"}}`, ask.TooLong},
		{400, `{"error":{"message":"filtered","code":"content_filter"}}`, ask.Refused},
		{400, `{"error":"the request exceeds the available context size"}`, ask.TooLong},
		{404, `{"error":"model not found"}`, ask.Fatal},
	} {
		url, _ := answering(t, c.status, c.text)
		_, x := generate(t, &OpenAI{asked: true, Settings: Settings{BaseURL: url, Model: "m"}, World: world(t)}, ask.Question{Prompt: "x"})
		must.Hold(t, x != nil && x.Kind == c.kind, "%s: %v", c.text, x)
	}
	o := &OpenAI{asked: true, Settings: Settings{BaseURL: "http://127.0.0.1:9", Model: "m", Context: 5000}, World: world(t)}
	_, x := generate(t, o, ask.Question{Prompt: strings.Repeat("x", 4000)})
	must.Hold(t, x != nil && x.Kind == ask.TooLong, "%v", x)
	if _, x := generate(t, o, ask.Question{Prompt: "x"}); x == nil || x.Kind != ask.Retry || len(x.Hints) == 0 { // nobody listens
		t.Errorf("%v", x)
	}
}

// Newer models of OpenAI's refuse the bound under its old name.
func TestOpenAINewerBound(t *testing.T) {
	t.Parallel()
	url, got := answering(t, 400, `{"error":{"message":"Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."}}`, openAIOK)
	o := &OpenAI{asked: true, Settings: Settings{BaseURL: url, Model: "m"}, World: world(t)}
	for range 2 {
		_, x := generate(t, o, ask.Question{Prompt: "x", MaxTokens: 50})
		must.Be(t, x == nil, "%v", x)
	}
	must.Hold(t, len(*got) == 3 && sent(t, (*got)[1])["max_completion_tokens"] == 50.0 && sent(t, (*got)[2])["max_tokens"] == nil, "%q", *got)
}

// Ollama cuts what is over its context without a word: its size is set, and an answer that filled it
// is none.
func TestOllamaCutsNothing(t *testing.T) {
	t.Parallel()
	full := `{"model":"q","done":true,"done_reason":"stop","message":{"content":"ok"},"prompt_eval_count":8000,"eval_count":192}`
	half := `{"model":"q","done":true,"done_reason":"length","message":{"content":"ok"},"prompt_eval_count":80,"eval_count":19}`
	bare := `{"model":"q","done":true,"message":{"content":"ok"},"eval_count":19}`
	open := `{"model":"q","done":false,"message":{"content":"ok"}}`
	for _, c := range []struct {
		body string
		kind ask.Outcome
	}{{full, ask.TooLong}, {half, ask.Truncated}, {open, ask.Truncated}, {bare, complete}} {
		url, got := answering(t, 200, c.body)
		o := &OpenAI{asked: true, Settings: Settings{BaseURL: url + "/v1", Model: "q", Context: 8192}, Ollama: true, World: world(t)}
		_, x := generate(t, o, ask.Question{Prompt: "x"})
		must.Hold(t, (c.kind != complete || x == nil) && (c.kind == complete || x != nil && x.Kind == c.kind), "%s: %v", c.body, x)
		m := sent(t, (*got)[0])
		must.Hold(t, m["options"].(map[string]any)["num_ctx"] == 8192.0 && m["truncate"] == false && m["stream"] == false, "sent %v", m)
	}
	url, _ := answering(t, 404, `{"error":"model \"q\" not found, try pulling it first"}`)
	_, x := generate(t, &OpenAI{asked: true, Settings: Settings{BaseURL: url, Model: "q"}, Ollama: true, World: world(t)}, ask.Question{Prompt: "x"})
	must.Hold(t, x != nil && x.Kind == ask.Fatal && strings.Contains(x.Hints[0], "ollama pull"), "%v", x)
}

// a server on this machine is asked once what its context is, and one that reads less than it was sent is believed to
// have no more: what does not fit is not sent, and the window is lowered.
func TestContextIsFoundOut(t *testing.T) {
	t.Parallel()
	chat := func(read int) string {
		return fmt.Sprintf(`{"model":"q","done":true,"done_reason":"stop","message":{"content":"ok"},"prompt_eval_count":%d,"eval_count":3}`, read)
	}
	for _, c := range []struct {
		name   string
		ollama bool
		bodies []string
		size   int // of the prompt
		kind   ask.Outcome
		window int
		calls  int
	}{
		{"trained with less", true, []string{`{"model_info":{"general.architecture":"q","q.context_length":4096}}`, chat(100)}, 9_000, ask.TooLong, windowOf(4096), 1},
		{"trained with more", true, []string{`{"model_info":{"q.context_length":131072}}`, chat(9000)}, 40_000, complete, windowOf(ollamaContext), 2},
		{"does not tell, and cuts", true, []string{`{}`, chat(2048)}, 40_000, ask.TooLong, windowOf(2048), 2},
		{"does not tell, and reads all", true, []string{`{}`, chat(9000)}, 40_000, complete, windowOf(ollamaContext), 2},
		{"vLLM", false, []string{`{"data":[{"id":"other"},{"id":"q","max_model_len":8192}]}`, openAIOK}, 9_000, complete, windowOf(8192), 2},
		{"llama.cpp", false, []string{`{"data":[{"id":"file.gguf","meta":{"n_ctx_train":32768}}]}`, openAIOK}, 9_000, complete, windowOf(32768), 2},
		{"cuts without a word", false, []string{`{"object":"list"}`, `{"choices":[{"finish_reason":"stop","message":{"content":"ok"}}],"usage":{"prompt_tokens":4096,"completion_tokens":3}}`}, 40_000, ask.TooLong, windowOf(4096), 2},
		{"neither", false, []string{`{"object":"list"}`, openAIOK}, 9_000, complete, defaultWindow, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			url, got := answering(t, 200, c.bodies...)
			o := &OpenAI{Settings: Settings{BaseURL: url + "/v1", Model: "q"}, Ollama: c.ollama, World: world(t)}
			_, x := generate(t, o, ask.Question{Prompt: strings.Repeat("word ", c.size/5)})
			must.Hold(t, (c.kind != complete || x == nil) && (c.kind == complete || x != nil && x.Kind == c.kind && len(x.Hints) != 0), "%v", x)
			w := o.Info().Window
			must.Hold(t, w == c.window && len(*got) == c.calls, "window %d, want %d; %d calls", w, c.window, len(*got))
			if generate(t, o, ask.Question{Prompt: "x"}); len(*got) > c.calls+1 {
				t.Error("it is asked again")
			}
		})
	}
}

// what one run found out of a context, the next knows, and status tells; with other settings it is found out anew.
func TestContextIsRemembered(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	url, got := answering(t, 200, `{}`, `{"model":"q","done":true,"done_reason":"stop","message":{"content":"ok"},"prompt_eval_count":3000,"eval_count":3}`)
	client := func(model string) *Client {
		return b.client(&OpenAI{Settings: Settings{BaseURL: url, Model: model}, Ollama: true, World: world(t)})
	}
	_, x := asks(t, client("q"), ask.Question{Prompt: strings.Repeat("word ", 8000)})
	must.Be(t, x != nil && x.Kind == ask.TooLong, "%v", x)
	calls := len(*got)
	w := client("q").Window()
	must.Hold(t, w == windowOf(3000) && len(*got) == calls, "window %d, want %d; %d calls", w, windowOf(3000), len(*got)-calls)
	w = client("other").Window()
	must.Hold(t, w == windowOf(ollamaContext), "window %d of another model", w)
	s, err := b.ledger().Spend()
	must.Hold(t, err == nil && s.Windows["openai/q"] == 3000, "%+v, %v", s, err)
}

// What a server says of its context in an error is believed, too.
func TestContextIn(t *testing.T) {
	for m, want := range map[string]int{
		"the request exceeds the available context size (4096 tokens), try increasing it":        4096,
		"This model's maximum context length is 8192 tokens. However, you requested 9000 tokens": 8192,
		"request (17247 tokens) exceeds the available context size (2048 tokens)":                2048,
		"input length exceeds the context length":                                                0, "prompt is too long": 0,
	} {
		o := &OpenAI{Settings: Settings{Model: "q"}}
		x := o.tell(400, "context length: "+m)
		must.Hold(t, x.Kind == ask.TooLong && x.window == want && o.found == want, "%q: %+v, %d", m, x, o.found)
	}
}

// The newest forms of answers of both kinds: thoughts in parts of their own, counts in detail.
func TestNewestAnswers(t *testing.T) {
	t.Parallel()
	url, _ := answering(t, 200, `{"id":"msg_1","type":"message","role":"assistant","model":"claude-opus-4-5-20251101","content":[{"type":"thinking","thinking":"=== M draft","signature":"x"},
		{"type":"redacted_thinking","data":"x"},{"type":"text","text":"ok","citations":null}],"stop_reason":"end_turn","stop_sequence":null,"context_management":{"applied_edits":[]},
		"usage":{"input_tokens":3,"cache_creation_input_tokens":5,"cache_read_input_tokens":7,"cache_creation":{"ephemeral_5m_input_tokens":5,"ephemeral_1h_input_tokens":0},"output_tokens":9,"service_tier":"standard"}}`)
	a := &Anthropic{Settings: Settings{BaseURL: url, Model: "claude-opus-4-5", KeyEnv: "K"}, World: world(t, "K="+testKey)}
	r, x := generate(t, a, ask.Question{Prompt: "x"})
	want := (budget.Usage{In: 3, Out: 9, CacheRead: 7, CacheWrite: 5, Known: true})
	must.Hold(t, x == nil && r.Text == "ok" && r.Usage == want, "%+v, %v", r, x)
	url, got := answering(t, 400, `{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","type":"invalid_request_error","param":"max_tokens","code":"unsupported_parameter"}}`,
		`{"id":"chatcmpl-1","object":"chat.completion","model":"gpt-5.1-2025-11-13","choices":[{"index":0,"message":{"role":"assistant","content":"ok","refusal":null,"annotations":[],"reasoning_content":"=== M draft"},"logprobs":null,"finish_reason":"stop"}],
		"usage":{"prompt_tokens":20,"completion_tokens":900,"total_tokens":920,"prompt_tokens_details":{"cached_tokens":16,"audio_tokens":0},"completion_tokens_details":{"reasoning_tokens":890}},"service_tier":"default","system_fingerprint":null}`)
	o := &OpenAI{asked: true, Settings: Settings{BaseURL: url, Model: "gpt-5.1"}, World: world(t)}
	r, x = generate(t, o, ask.Question{Prompt: "x"})
	want = (budget.Usage{In: 4, CacheRead: 16, Out: 900, Known: true})
	must.Hold(t, x == nil && r.Text == "ok" && r.Usage == want && len(*got) == 2, "%+v, %v", r, x)
	url, _ = answering(t, 200, `{"choices":[{"finish_reason":"stop","message":{"content":[{"type":"reasoning","text":"=== M draft"},{"type":"output_text","text":"ok"}]}}]}`)
	if r, x = generate(t, &OpenAI{asked: true, Settings: Settings{BaseURL: url, Model: "m"}, World: world(t)}, ask.Question{Prompt: "x"}); x != nil || r.Text != "ok" {
		t.Errorf("%+v, %v", r, x)
	}
}

// A key goes nowhere but to the host that it was set for.
func TestKeyDoesNotFollow(t *testing.T) {
	t.Parallel()
	asked := 0
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ }))
	defer other.Close()
	for _, r := range rigs() {
		if !r.http {
			continue
		}
		_, x := generate(t, r.make(t, scene{To: other.URL}, 0), ask.Question{Prompt: "x"})
		must.Hold(t, x != nil && x.Kind == ask.Fatal && x.Status == http.StatusTemporaryRedirect && strings.Contains(x.What, other.URL), "%s: %v", r.name, x)
	}
	must.Hold(t, asked <= 0, "followed %d times", asked)
}

func TestCertificateOfNobody(t *testing.T) {
	t.Parallel()
	srv := httptest.NewTLSServer(http.NotFoundHandler())
	defer srv.Close()
	srv.Config.ErrorLog = nil
	_, x := generate(t, &Anthropic{Settings: Settings{BaseURL: srv.URL, Model: "m", KeyEnv: "K"}, World: world(t, "K="+testKey)}, ask.Question{Prompt: "x"})
	must.Hold(t, x != nil && x.Kind == ask.Fatal && strings.Contains(x.Hints[0], "SSL_CERT_FILE"), "%v", x)
}

func TestKeySources(t *testing.T) {
	t.Parallel()
	w, _ := scene{Text: []byte(testKey + "\n")}.program(t, "K="+testKey, "BLANK= ", "TWO=a b")
	file := filepath.Join(w.Home, "key")
	must.Do(t, os.WriteFile(file, []byte(testKey+"\n"), 0o600))
	for _, c := range []struct {
		k    Settings
		want string
	}{
		{Settings{}, ""},
		{Settings{KeyEnv: "K"}, testKey},
		{Settings{KeyFile: "~/key", KeyEnv: "BLANK"}, testKey},
		{Settings{KeyCmd: []string{self(t), "key"}}, testKey},
	} {
		got, err := w.key(t.Context(), c.k, "x")
		must.Hold(t, err == nil && string(got) == c.want, "%v: %v, %v", c.k, err, len(got))
	}
	broken, _ := scene{Text: []byte(testKey), Exit: 1}.program(t, "TWO="+testKey+" b")
	for _, k := range []Settings{{KeyEnv: "TWO"}, {KeyEnv: "NONE"}, {KeyFile: "~/none"}, {KeyCmd: []string{self(t)}}, {KeyCmd: []string{"no-such-program"}}} {
		_, err := broken.key(t.Context(), k, "x")
		x, ok := err.(*Error)
		must.Hold(t, ok && x.Kind == ask.Fatal && !strings.Contains(fmt.Sprintf("%+v %v", x, x), testKey), "%v: %v", k, err)
	}
}
