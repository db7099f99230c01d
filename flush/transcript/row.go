package transcript

import (
	"bytes"
	"slices"
	"strings"
)

// A row holds the parts of one transcript row that tell rows apart. Its literals point into
// the line and are good until the next line is read.
type row struct {
	kind, subtype        lit
	uuid, session, agent lit
	cwd, branch, stamp   lit
	promptSource, origin lit
	turnOrigin           lit
	rowSource            lit
	hasPromptSource      bool // present and not null
	hasRowSource         bool // present at all
	sidechain, meta      bool
	recap, virtual       bool
	companion, hookText  bool
	apiError             bool
	hasResult            bool
	result               []byte // toolUseResult
	attachment           []byte
	title, leaf          lit // of summary, ai-title and custom-title rows
	operation, content   lit // of queue-operation rows
	reason               lit
	hasReason            bool
	model, message       lit // message.model, message.id
	words                lit // message.content when it is a string
	hasWords             bool
	blocks               []block // message.content when it is a list
}

// A block is one element of a message's content.
type block struct {
	kind, text lit
	id, name   lit    // of a tool call
	input      []byte // of a tool call
	use        lit    // tool_use_id of a tool result
	content    []byte // of a tool result
	failed     bool   // is_error of a tool result
}

// parse reads the object at the cursor. What was read before a fault stays in the row.
func (r *row) parse(c *cursor) {
	*r = row{blocks: r.blocks[:0]}
	for key := range c.members() {
		switch string(key) {
		case "type":
			r.kind = c.text()
		case "subtype":
			r.subtype = c.text()
		case "uuid":
			r.uuid = c.text()
		case "sessionId":
			r.session = c.text()
		case "agentId":
			r.agent = c.text() // only subagents' rows have one
			r.sidechain = r.sidechain || len(r.agent) > 0
		case "cwd":
			r.cwd = c.text()
		case "gitBranch":
			r.branch = c.text()
		case "timestamp":
			r.stamp = c.text()
		case "message":
			r.parseMessage(c)
		case "toolUseResult":
			r.hasResult = true
			r.result = c.raw()
		case "attachment":
			r.attachment = c.raw()
		default:
			r.parseMark(c, key)
		}
	}
}

// parseMark reads the fields that only some rows carry.
func (r *row) parseMark(c *cursor, key lit) {
	switch string(key) {
	case "isSidechain":
		r.sidechain = c.truthy() || len(r.agent) > 0
	case "isMeta":
		r.meta = c.truthy()
	case "isCompactSummary", "isVisibleInTranscriptOnly":
		r.recap = c.truthy() || r.recap
	case "isVirtual":
		r.virtual = c.truthy()
	case "turnCompanion":
		r.companion = c.truthy()
	case "hookText":
		r.hookText = c.truthy()
	case "isApiErrorMessage":
		r.apiError = c.truthy()
	case "promptSource":
		r.hasPromptSource = c.peek() != 'n'
		r.promptSource = c.text()
	case "rowSource":
		r.hasRowSource = true
		r.rowSource = c.text()
	case "turnOrigin":
		r.turnOrigin = c.text()
	case "origin":
		r.origin = originKind(c)
	case "summary", "aiTitle", "customTitle":
		r.title = c.text()
	case "leafUuid":
		r.leaf = c.text()
	case "operation":
		r.operation = c.text()
	case "content":
		r.content = c.text()
	case "reason":
		r.reason, r.hasReason = c.str()
	default:
		c.skip()
	}
}

// originKind reads the kind of an origin, which some clients write as a plain string.
func originKind(c *cursor) (kind lit) {
	if c.peek() == '"' {
		return c.text()
	}
	for key := range c.members() {
		if string(key) == "kind" {
			kind = c.text()
		} else {
			c.skip()
		}
	}
	return kind
}

func (r *row) parseMessage(c *cursor) {
	r.model, r.message, r.words, r.hasWords, r.blocks = nil, nil, nil, false, r.blocks[:0]
	for key := range c.members() {
		switch string(key) {
		case "id":
			r.message = c.text()
		case "model":
			r.model = c.text()
		case "content":
			r.words, r.hasWords, r.blocks = nil, false, r.blocks[:0]
			if c.peek() == '"' {
				r.words, r.hasWords = c.str()
				continue
			}
			r.blocks = parseBlocks(c, r.blocks)
		default:
			c.skip()
		}
	}
}

// parseBlocks appends the blocks of the list at the cursor to blocks.
func parseBlocks(c *cursor, blocks []block) []block {
	for range c.elements() {
		if c.peek() != '{' {
			c.skip()
			continue
		}
		var b block
		for key := range c.members() {
			switch string(key) {
			case "type":
				b.kind = c.text()
			case "text":
				b.text = c.text()
			case "id":
				b.id = c.text()
			case "name":
				b.name = c.text()
			case "input":
				b.input = c.raw()
			case "tool_use_id":
				b.use = c.text()
			case "content":
				b.content = c.raw()
			case "is_error":
				b.failed = c.truthy()
			default:
				c.skip()
			}
		}
		blocks = append(blocks, b)
	}
	return blocks
}

// hasResults reports whether the row brings results of tools.
func (r *row) hasResults() bool {
	return r.hasResult || slices.ContainsFunc(r.blocks, func(b block) bool { return b.kind.is("tool_result") })
}

// writesRecap reports whether the row belongs to the fork that writes a compaction recap.
func (r *row) writesRecap() bool { return bytes.HasPrefix(r.agent.plain(), []byte("acompact")) }

// isRow reports whether what was parsed carries the marks of a transcript row and not only of
// some object that happens to have a type.
func (r *row) isRow() bool {
	if len(r.kind) == 0 {
		return false
	}
	return len(r.uuid) > 0 || len(r.session) > 0 || len(r.leaf) > 0 && len(r.title) > 0 || r.kind.is("file-history-snapshot")
}

// blockText is the text of a tool result's content, which is a string or a list of blocks.
func blockText(content []byte) string {
	c := cursor{b: content}
	if c.peek() == '"' {
		return c.text().String()
	}
	var out []byte
	for _, b := range parseBlocks(&c, nil) {
		if !b.kind.is("text") {
			continue
		}
		if len(out) > 0 {
			out = append(out, '\n')
		}
		out = append(out, b.text.String()...)
	}
	return string(out)
}

// begins reports whether the text of a tool result's content begins with one of some heads. It
// decodes little: what begins so is never long.
func begins(content []byte, heads ...string) bool {
	if len(content) > 1<<17 {
		return false
	}
	c := cursor{b: content}
	text := lit(nil)
	if c.peek() == '"' {
		text = c.text()
	} else if blocks := parseBlocks(&c, nil); len(blocks) > 0 {
		text = blocks[0].text
	}
	start := text[:min(len(text), 256)].String()
	return slices.ContainsFunc(heads, func(h string) bool { return strings.HasPrefix(start, h) })
}
