package wiki

import "github.com/agent-admin/memoria/wiki/frontmatter"

// A Finding is something wrong with one page, at a line counted from 1; 0 is the whole page.
type Finding struct {
	Kind string // a stable name: see the Finding constants
	Line int
	Text string // what is wrong, lower case, without a full stop
}

// Kinds of findings.
const (
	FindingUnclosed  = frontmatter.Unclosed  // the opening fence is never closed; all is body
	FindingLate      = frontmatter.Late      // blank lines before the fence: Obsidian sees no properties
	FindingBroken    = frontmatter.Broken    // not YAML, or YAML no property list is; the page is read-only
	FindingDuplicate = frontmatter.Duplicate // a property twice; the page is read-only
	FindingEncoding  = "encoding"            // not UTF-8; the page is read-only
	FindingSize      = "size"                // too large to read
	FindingSymlink   = "symlink"             // a symbolic link, which is never followed
)
