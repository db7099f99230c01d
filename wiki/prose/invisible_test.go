package prose

import (
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestInvisible(t *testing.T) {
	for _, r := range []rune{0, '\r', 0x7f, 0x85, 0xad, 0x200b, 0x202e, 0x2066, 0xfeff, 0xfe00, 0x034f, 0x3164, 0xe0001, 0xe0041, 0xe0100, 0xe01ef, 0xe0fff} {
		must.Hold(t, Invisible(r), "%U shows nothing", r)
	}
	for _, r := range []rune{'a', ' ', '\n', '\t', 0x200c, 0x200d, 0xfe0f, '→', '語', 0x1f600, 0xe1000} {
		must.Hold(t, !Invisible(r), "%U is visible", r)
	}
}
