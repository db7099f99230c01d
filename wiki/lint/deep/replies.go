package deep

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
)

const (
	repliesDir     = ".memoria/replies"
	repliesVersion = 1
	prefix         = "deep-"
)

// Replies keeps verdicts, a file for each answer. It lies in the folder in which all answers of models
// are kept, which a forget clears.
type Replies struct {
	Dir *fsutil.Dir // required: the vault
}

// A reply is what was let in of an answer.
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

// load reads all that is kept. What cannot be read is none, and can be asked about again.
func (r *Replies) load() (out []*reply, err error) {
	names, err := r.Dir.ReadNames(repliesDir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("look through the replies that are kept: %w", err)
	}
	slices.Sort(names)
	for _, n := range names {
		if !strings.HasPrefix(n, prefix) || fsutil.IsTemp(n) {
			continue
		}
		name := repliesDir + "/" + n
		data, err := r.Dir.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read a reply: %w", err)
		}
		x := &reply{file: n}
		if bad := fsutil.DecodeState(data, name, repliesVersion, x); errors.As(bad, new(*fsutil.NewerStateError)) {
			return nil, bad
		} else if bad == nil {
			x.Verdicts = slices.DeleteFunc(x.Verdicts, func(v verdict) bool { return !known(v.Verdict) })
			out = append(out, x)
		}
	}
	return out, nil
}

func known(v string) bool {
	return slices.Contains([]string{Agree, Contradict, Replaces, Unrelated, unclear}, v)
}

// keep keeps a reply.
func (r *Replies) keep(x *reply) error {
	var all strings.Builder
	for _, v := range x.Verdicts {
		all.WriteString(v.Pair + "\n")
	}
	x.file = prefix + fsutil.Hash([]byte(x.Recipe + "\n" + all.String()))[:32] + ".json"
	if _, err := fsutil.WriteState(r.Dir, repliesDir+"/"+x.file, repliesVersion, x); err != nil {
		return fmt.Errorf("keep a reply: %w", err)
	}
	return nil
}

// drop removes replies of which nothing is used any more.
func (r *Replies) drop(files []string) {
	if len(files) > 0 {
		_ = r.Dir.RemoveAllOf(repliesDir, files) // a leftover harms nothing
	}
}
