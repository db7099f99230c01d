package llm

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/llm/budget"
	"github.com/agent-admin/memoria/cmd/internal/llm/process"
	"github.com/agent-admin/memoria/wiki/ask"
)

// A claudeResult is what the program prints. Its subtype says "success" of failures, too.
type claudeResult struct {
	Type       string         `json:"type"`
	IsError    bool           `json:"is_error"`
	Status     *int           `json:"api_error_status"`
	Result     string         `json:"result"`
	StopReason string         `json:"stop_reason"`
	Turns      int            `json:"num_turns"`
	Cost       *float64       `json:"total_cost_usd"`
	Usage      anthropicUsage `json:"usage"`
	Models     map[string]struct {
		Out int `json:"outputTokens"`
	} `json:"modelUsage"`
}

// claudeReply reads what a run of the program printed. exit is nil if it ended well.
func claudeReply(who, asked string, most int, out process.Output, exit *process.ExitError, keys []secret) (Reply, error) {
	hide := func(s string) string { return said(scrub(s, keys...)) }
	x, ok := findResult(out.Stdout)
	if !ok {
		text := string(out.Stdout)
		if strings.TrimSpace(text) == "" {
			text = string(out.Stderr)
		}
		if exit == nil {
			e := failed(who, ask.Retry, "what it printed is no answer: %s", hide(text)).spent()
			e.unclear = true
			return Reply{}, e
		}
		e := claudeFailure(0, text)
		e.Who, e.What = who, exit.How()+": "+hide(text)
		return Reply{}, e
	}
	r := x.reply(asked)
	switch {
	case x.StopReason == "refusal":
		return r, failed(who, ask.Refused, "%s", cmp.Or(hide(x.Result), "the model would not"))
	case x.IsError || exit != nil:
		status := x.status()
		e := claudeFailure(status, x.Result)
		e.Who, e.Status, e.What = who, status, cmp.Or(hide(x.Result), hide(string(out.Stderr)))
		return r, e
	case strings.TrimSpace(x.Result) == "": // it asks again before it gives up
		return finish(who, r, "")
	case x.Turns > 1: // it asked to go on, and the result is only the last part
		return r, failed(who, ask.Truncated, "the answer came in %d parts, since it is over its bound of %d tokens", x.Turns, most)
	case x.StopReason == "max_tokens":
		return r, failed(who, ask.Truncated, "the answer stopped at its bound of %d tokens", most)
	case len(x.Result) > maxAnswer:
		return r, failed(who, ask.Truncated, "the answer is longer than %d MB", maxAnswer>>20).spent()
	case r.Usage.Out == 0 && strings.TrimSpace(x.Result) != "": // no model wrote this
		e := claudeFailure(0, x.Result)
		e.Who, e.What = who, "no model answered: "+hide(x.Result)
		return r, e
	case x.StopReason != "" && x.StopReason != "end_turn" && x.StopReason != "stop_sequence":
		return r, failed(who, ask.Retry, "the answer is not whole (%q)", said(x.StopReason))
	}
	return finish(who, r, strings.ReplaceAll(x.Result, claudeAt, "@"))
}

// status returns that of the service, 0 if it gave none. Older versions tell it in words alone.
func (x *claudeResult) status() (status int) {
	if x.Status != nil {
		return *x.Status
	}
	if _, err := fmt.Sscanf(x.Result, "API Error: %3d ", &status); err != nil || status < 300 || status > 599 {
		return 0
	}
	return status
}

func (x *claudeResult) reply(asked string) Reply {
	r := Reply{Model: asked, Usage: x.Usage.tokens()}
	if x.Cost != nil && *x.Cost >= 0 && r.Usage.Known {
		r.Cost = budget.Dollars(*x.Cost)
	}
	most := -1
	for name, m := range x.Models { // the one that wrote most of it
		if m.Out > most || m.Out == most && name < r.Model {
			r.Model, most = name, m.Out
		}
	}
	return r
}

// findResult finds the object in what was printed: all of it, or a line of it.
func findResult(b []byte) (x claudeResult, ok bool) {
	try := func(b []byte) bool {
		x = claudeResult{}
		return json.Unmarshal(b, &x) == nil && x.Type == "result"
	}
	if try(b) {
		return x, true
	}
	lines := bytes.Split(b, []byte("\n"))
	for i := len(lines) - 1; i >= 0; i-- {
		if bytes.HasPrefix(bytes.TrimSpace(lines[i]), []byte("{")) && try(lines[i]) {
			return x, true
		}
	}
	return claudeResult{}, false
}

// claudeLimit is how long a subscription's limit, which says when it ends only in words, is waited for
// before it is tried again.
const claudeLimit = 15 * time.Minute

// claudeFailure returns what a failure of the program's means; status is that of the service, 0 if there was none.
func claudeFailure(status int, text string) *Error {
	m := strings.ToLower(text)
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(m, w) })
	}
	switch {
	case has("credit balance"):
		return byStatus(402)
	case has("output token maximum"): // after it has asked to go on three times
		return &Error{Kind: ask.Truncated}
	case status == 413, has("prompt is too long", "input is too long", "request too large", "input exceeds"):
		return &Error{Kind: ask.TooLong}
	case status == 401, status == 403, status == 0 && has("/login", "not logged in", "invalid api key", "oauth token", "authentication"):
		return (&Error{Kind: ask.Fatal}).hint("run claude, and log in with /login")
	case status == 404, has("issue with the selected model", "invalid model"):
		return (&Error{Kind: ask.Fatal}).hint("correct models.claude.model in the settings; haiku is one that is always known")
	case has("usage limit", "hit your limit", "limit reached"):
		return &Error{Kind: ask.Retry, After: claudeLimit}
	case status == 0 && has("unknown option", "unknown argument"):
		return (&Error{Kind: ask.Fatal}).hint("claude update")
	case status != 0:
		return byStatus(status)
	case has("usage policy", "refus"):
		return &Error{Kind: ask.Refused}
	}
	return &Error{Kind: ask.Retry, unclear: true}
}
