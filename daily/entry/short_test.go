package entry

import "testing"

// Ids that begin alike are shown as far as they differ.
func TestShort(t *testing.T) {
	short := Short([]string{"ses_ddb8a1f0", "e07c7e7a-5110", "ses_ddb8c2", "ses_ddb8a1f9", "s5", "ses_ddb8a1f0"})
	for id, want := range map[string]string{"ses_ddb8a1f0": "ses_ddb8a1f0", "e07c7e7a-5110": "e07c7e7a", "ses_ddb8c2": "ses_ddb8c", "ses_ddb8a1f9": "ses_ddb8a1f9", "s5": "s5",
		"another-one": "another-"} {
		if got := short(id); got != want {
			t.Errorf("%s is shown as %s, want %s", id, got, want)
		}
	}
	if got := Short(nil)("01a2244a-8b8f"); got != "01a2244a" {
		t.Error(got)
	}
}
