package entry

import (
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// Ids that begin alike are shown as far as they differ.
func TestShort(t *testing.T) {
	short := Short([]string{"ses_ddb8a1f0", "e07c7e7a-5110", "ses_ddb8c2", "ses_ddb8a1f9", "s5", "ses_ddb8a1f0"})
	for id, want := range map[string]string{"ses_ddb8a1f0": "ses_ddb8a1f0", "e07c7e7a-5110": "e07c7e7a", "ses_ddb8c2": "ses_ddb8c", "ses_ddb8a1f9": "ses_ddb8a1f9", "s5": "s5",
		"another-one": "another-"} {
		must.Equal(t, short(id), want, "%s is shown as", id)
	}
	must.Equal(t, Short(nil)("01a2244a-8b8f"), "01a2244a", "the result")
}
