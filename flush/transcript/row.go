package transcript

import (
	"bytes"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/flush/transcript/jsonscan"
)

// A row holds the parts of one transcript row that distinguish rows. Its literals point into the line and
// are valid until the next line is read.
type row struct {
	kind, subtype        jsonscan.Literal
	uuid, session, agent jsonscan.Literal
	parent               jsonscan.Literal // uuid of the row that it follows
	cwd, branch, stamp   jsonscan.Literal
	promptSource, origin jsonscan.Literal
	turnOrigin           jsonscan.Literal
	rowSource            jsonscan.Literal
	hasPromptSource      bool // present and not null
	hasRowSource         bool // present at all
	sidechain, meta      bool
	recap, virtual       bool
	companion, hookText  bool
	sender               string // who wrote it, if a channel brought it
	apiError             bool
	hasResult            bool
	result               []byte // toolUseResult
	attachment           []byte
	title, leaf          jsonscan.Literal // of summary, ai-title and custom-title rows
	operation, content   jsonscan.Literal // of queue-operation rows
	hasReason            bool
	model, message       jsonscan.Literal // message.model, message.id
	words                jsonscan.Literal // message.content when it is a string
	hasWords             bool
	blocks               []block // message.content when it is a list
}

// A block is one element of a message's content.
type block struct {
	kind, text jsonscan.Literal
	id, name   jsonscan.Literal // of a tool call
	input      []byte           // of a tool call
	use        jsonscan.Literal // tool_use_id of a tool result
	content    []byte           // of a tool result
	failed     bool             // is_error of a tool result
}

// parse reads the object at the cursor. What was read before a fault stays in the row.
func (r *row) parse(c *jsonscan.Scanner) {
	*r = row{blocks: r.blocks[:0]}
	for key := range c.Members() {
		switch string(key) {
		case "type":
			r.kind = c.Text()
		case "subtype":
			r.subtype = c.Text()
		case "uuid":
			r.uuid = c.Text()
		case "parentUuid":
			r.parent = c.Text()
		case "sessionId":
			r.session = c.Text()
		case "agentId":
			r.agent = c.Text() // only subagents' rows have one
			r.sidechain = r.sidechain || len(r.agent) > 0
		case "cwd":
			r.cwd = c.Text()
		case "gitBranch":
			r.branch = c.Text()
		case "timestamp":
			r.stamp = c.Text()
		case "message":
			r.parseMessage(c)
		case "toolUseResult":
			r.hasResult = true
			r.result = c.Raw()
		case "attachment":
			r.attachment = c.Raw()
		default:
			r.parseMark(c, key)
		}
	}
}

// parseMark reads the fields that only some rows carry.
func (r *row) parseMark(c *jsonscan.Scanner, key jsonscan.Literal) {
	switch string(key) {
	case "isSidechain":
		r.sidechain = c.Truthy() || len(r.agent) > 0
	case "isMeta":
		r.meta = c.Truthy()
	case "isCompactSummary", "isVisibleInTranscriptOnly":
		r.recap = c.Truthy() || r.recap
	case "isVirtual":
		r.virtual = c.Truthy()
	case "turnCompanion":
		r.companion = c.Truthy()
	case "hookText":
		r.hookText = c.Truthy()
	case "isApiErrorMessage":
		r.apiError = c.Truthy()
	case "promptSource":
		r.hasPromptSource = c.Peek() != 'n'
		r.promptSource = c.Text()
	case "rowSource":
		r.hasRowSource = true
		r.rowSource = c.Text()
	case "turnOrigin":
		r.turnOrigin = c.Text()
	case "origin":
		r.origin = originKind(c)
	case "summary", "aiTitle", "customTitle":
		r.title = c.Text()
	case "leafUuid":
		r.leaf = c.Text()
	case "operation":
		r.operation = c.Text()
	case "content":
		r.content = c.Text()
	case "reason":
		_, r.hasReason = c.TextOK()
	default:
		c.Skip()
	}
}

// originKind reads the kind of an origin, which some clients write as a plain string.
func originKind(c *jsonscan.Scanner) (kind jsonscan.Literal) {
	if c.Peek() == '"' {
		return c.Text()
	}
	for key := range c.Members() {
		if string(key) == "kind" {
			kind = c.Text()
		} else {
			c.Skip()
		}
	}
	return kind
}

func (r *row) parseMessage(c *jsonscan.Scanner) {
	r.model, r.message, r.words, r.hasWords, r.blocks = nil, nil, nil, false, r.blocks[:0]
	for key := range c.Members() {
		switch string(key) {
		case "id":
			r.message = c.Text()
		case "model":
			r.model = c.Text()
		case "content":
			r.words, r.hasWords, r.blocks = nil, false, r.blocks[:0]
			if c.Peek() == '"' {
				r.words, r.hasWords = c.TextOK()
				continue
			}
			r.blocks = parseBlocks(c, r.blocks)
		default:
			c.Skip()
		}
	}
}

// parseBlocks appends the blocks of the list at the cursor to blocks.
func parseBlocks(c *jsonscan.Scanner, blocks []block) []block {
	for range c.Elements() {
		if c.Peek() != '{' {
			c.Skip()
			continue
		}
		var b block
		for key := range c.Members() {
			switch string(key) {
			case "type":
				b.kind = c.Text()
			case "text":
				b.text = c.Text()
			case "id":
				b.id = c.Text()
			case "name":
				b.name = c.Text()
			case "input":
				b.input = c.Raw()
			case "tool_use_id":
				b.use = c.Text()
			case "content":
				b.content = c.Raw()
			case "is_error":
				b.failed = c.Truthy()
			default:
				c.Skip()
			}
		}
		blocks = append(blocks, b)
	}
	return blocks
}

// hasResults reports whether the row holds results of tools.
func (r *row) hasResults() bool {
	return r.hasResult || slices.ContainsFunc(r.blocks, func(b block) bool { return b.kind.Is("tool_result") })
}

// writesRecap reports whether the row belongs to the fork that writes a compaction recap.
func (r *row) writesRecap() bool { return bytes.HasPrefix(r.agent.Plain(), []byte("acompact")) }

// isRow reports whether what was parsed has the marks of a transcript row, and is not only some object that
// happens to have a type.
func (r *row) isRow() bool {
	if len(r.kind) == 0 {
		return false
	}
	return len(r.uuid) > 0 || len(r.session) > 0 || len(r.leaf) > 0 && len(r.title) > 0 || r.kind.Is("file-history-snapshot")
}

// blockText returns the text of a tool result's content, which is a string or a list of blocks.
func blockText(content []byte) string {
	c := jsonscan.Scanner{Data: content}
	if c.Peek() == '"' {
		return c.Text().String()
	}
	var out []byte
	for _, b := range parseBlocks(&c, nil) {
		if !b.kind.Is("text") {
			continue
		}
		if len(out) > 0 {
			out = append(out, '\n')
		}
		out = append(out, b.text.String()...)
	}
	return string(out)
}

// begins reports whether the text of a tool result's content begins with one of some heads. It decodes only
// short texts: one that begins so is never long.
func begins(content []byte, heads ...string) bool {
	if len(content) > 1<<17 {
		return false
	}
	c := jsonscan.Scanner{Data: content}
	text := jsonscan.Literal(nil)
	if c.Peek() == '"' {
		text = c.Text()
	} else if blocks := parseBlocks(&c, nil); len(blocks) > 0 {
		text = blocks[0].text
	}
	start := text[:min(len(text), 256)].String()
	return slices.ContainsFunc(heads, func(h string) bool { return strings.HasPrefix(start, h) })
}
