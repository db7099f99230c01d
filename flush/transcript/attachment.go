package transcript

import (
	"strings"

	"github.com/agent-admin/memoria/flush/transcript/jsonscan"
)

// attachment reads an attachment row: a message typed while the agent worked, or what the client showed the
// agent on its own.
func (r *Reader) attachment(w *row) {
	r.queue.attaches = true
	var kind, mode, origin, source jsonscan.Literal
	var human, meta, marked bool
	var prompt []byte
	c := jsonscan.Scanner{Data: w.attachment}
	for key := range c.Members() {
		switch string(key) {
		case "type":
			kind = c.Text()
		case "commandMode":
			mode = c.Text()
		case "origin":
			origin = originKind(&c)
			marked = marked || len(origin) > 0
		case "source_uuid":
			source = c.Text()
		case "humanTurn":
			human, marked = c.Truthy(), true
		case "isMeta":
			meta = c.Truthy()
		case "prompt":
			prompt = c.Raw()
		default:
			c.Skip()
		}
	}
	k := kind.String()
	switch {
	case !attachmentKinds()[k]:
		r.stats.Odd("attachment/" + k)
		return
	case strings.HasPrefix(k, "hook_"):
		r.stats.Skip(SkipHook)
		return
	case k != "queued_command":
		r.stats.Skip(SkipMeta)
		return
	}
	human = human || origin.Is("human")
	text := plain(promptText(prompt)) // as it was entered
	if !human {
		text, _ = unwrapped(clean(text))
	}
	if words, from, all := bridged(text, origin.Is("channel")); all && (origin.Is("channel") || !marked) {
		text, human, meta = words, true, false
		w.sender = from
	}
	switch {
	case len(mode) > 0 && !mode.Is("prompt"), marked && !human, meta:
		r.stats.Skip(SkipNotice)
	case wordless(text):
		r.stats.Skip(SkipEmpty)
	case !r.queue.bring(text):
		r.stats.Repeated++
	case r.fresh(w, Person, text):
		if len(source) > 0 {
			r.mark("u", source, "") // in case a user row brings it too
		}
		r.person(w, text)
	}
}

// promptText returns the text of a prompt, a string or a list of blocks.
func promptText(prompt []byte) string {
	c := jsonscan.Scanner{Data: prompt}
	if c.Peek() == '"' {
		return c.Text().String()
	}
	return joinBlocks(parseBlocks(&c, nil))
}
