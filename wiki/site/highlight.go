package site

import (
	"github.com/agent-admin/memoria/wiki/site/code"
)

// highlight marks the words of a block of code.
func highlight(language string, source []byte) (html string, ok bool) {
	return code.Highlight(language, source)
}
