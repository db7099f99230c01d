package query

import (
	"github.com/agent-admin/memoria/fsutil"
)

const (
	repliesDir     = ".memoria/replies" // where all that was paid for lies, and what a forget clears
	repliesVersion = 1
)

// Replies keeps answers by what was asked, so that the same is not paid for twice. A nil one keeps
// nothing. What nobody asked for in a month is removed with the answers of flush/summary.
type Replies struct {
	Dir *fsutil.Dir // required: the vault
}

type keptReply struct {
	By   string `json:"by"`
	Text string `json:"text"`
}

func replyName(recipe string) string { return repliesDir + "/" + recipe[:32] + ".json" }

func (r *Replies) get(recipe string) (a Reply, ok bool) {
	if r == nil {
		return a, false
	}
	data, err := r.Dir.ReadFile(replyName(recipe))
	if err != nil {
		return a, false
	}
	var k keptReply
	if fsutil.DecodeState(data, replyName(recipe), repliesVersion, &k) != nil || k.Text == "" {
		return a, false
	}
	return Reply{k.Text, k.By}, true
}

func (r *Replies) keep(recipe string, a Reply) error {
	if r == nil {
		return nil
	}
	_, err := fsutil.WriteState(r.Dir, replyName(recipe), repliesVersion, keptReply{a.By, a.Text})
	return err
}
