package transcript

import "strings"

// attachment reads an attachment row: a message typed while the agent worked, or what the
// client showed the agent by itself.
func (r *Reader) attachment(w *row) {
	r.queue.attaches = true
	var kind, mode, origin, source lit
	var human, meta, marked bool
	var prompt []byte
	c := cursor{b: w.attachment}
	for key := range c.members() {
		switch string(key) {
		case "type":
			kind = c.text()
		case "commandMode":
			mode = c.text()
		case "origin":
			origin = originKind(&c)
			marked = marked || len(origin) > 0
		case "source_uuid":
			source = c.text()
		case "humanTurn":
			human, marked = c.truthy(), true
		case "isMeta":
			meta = c.truthy()
		case "prompt":
			prompt = c.raw()
		default:
			c.skip()
		}
	}
	k := kind.String()
	switch {
	case !attachmentKinds()[k]:
		r.unknown("attachment/" + k)
		return
	case strings.HasPrefix(k, "hook_"):
		r.skip(SkipHook)
		return
	case k != "queued_command":
		r.skip(SkipMeta)
		return
	}
	text := clean(promptText(prompt))
	switch {
	case len(mode) > 0 && !mode.is("prompt"), marked && !human && !origin.is("human"), meta, wrapper(text) != "":
		r.skip(SkipNotice)
	case wordless(text):
		r.skip(SkipEmpty)
	case !r.queue.bring(text):
		r.stats.Repeated++
	case r.fresh(w, Person, text):
		if len(source) > 0 {
			r.mark("u", source, "") // should a user row bring it too
		}
		r.person(w, text)
	}
}

// promptText is the text of a prompt, a string or a list of blocks.
func promptText(prompt []byte) string {
	c := cursor{b: prompt}
	if c.peek() == '"' {
		return c.text().String()
	}
	return joinBlocks(parseBlocks(&c, nil))
}
