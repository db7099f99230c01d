package lines

import (
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestMarked(t *testing.T) {
	for text, want := range map[string]bool{
		"a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> x\n": true, "a\n<<<<<<<\n>>>>>>>\n": false, ">>>>>>> x\n<<<<<<< HEAD\n": false, "": false,
	} {
		must.Hold(t, Marked([]byte(text)) == want, "%q", text)
	}
}
