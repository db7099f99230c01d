package contradict

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki/ask"
)

// A reply is the accepted part of an answer.
type reply struct {
	Recipe   string    `json:"recipe"` // of the question: the rules, the form, the model
	By       string    `json:"by"`
	Verdicts []verdict `json:"verdicts"`

	file string
}

// A verdict is what a model said of a pair.
type verdict struct {
	Pair    string `json:"pair"` // see pair.key
	Verdict string `json:"verdict"`
	Reason  string `json:"reason,omitempty"`
	Left    string `json:"left,omitempty"` // why there is none
}

// load reads all stored replies.
func load(r *ask.Replies) (out []*reply, err error) {
	records, err := ask.Records[reply](r, ask.Verdicts)
	for _, x := range records {
		x.Value.file = x.Name
		x.Value.Verdicts = slices.DeleteFunc(x.Value.Verdicts, func(v verdict) bool { return !known(v.Verdict) })
		out = append(out, &x.Value)
	}
	return out, err
}

func known(v string) bool {
	return slices.Contains([]string{Agree, Contradict, Replaces, Unrelated, unclear}, v)
}

// keep stores a reply.
func keep(r *ask.Replies, x *reply) error {
	var all strings.Builder
	for _, v := range x.Verdicts {
		all.WriteString(v.Pair + "\n")
	}
	x.file = ask.Verdicts + fsutil.Hash([]byte(x.Recipe + "\n" + all.String()))[:32] + ".json"
	return r.Keep(x.file, x)
}
