package sessions

import "testing"

// Ids that begin alike are shown as far as they differ.
func TestShorten(t *testing.T) {
	all := []*Session{{ID: "ses_ddb8a1f0"}, {ID: "e07c7e7a-5110"}, {ID: "ses_ddb8c2"}, {ID: "ses_ddb8a1f9"}, {ID: "s5"}, {ID: "ses_ddb8a1f0", Agent: "pi"}}
	shorten(all)
	got := map[string]string{}
	for _, s := range all {
		got[s.ID] = s.Short
	}
	for id, want := range map[string]string{"ses_ddb8a1f0": "ses_ddb8a1f0", "e07c7e7a-5110": "e07c7e7a", "ses_ddb8c2": "ses_ddb8c", "ses_ddb8a1f9": "ses_ddb8a1f9", "s5": "s5"} {
		if got[id] != want {
			t.Errorf("%s is shown as %s, want %s", id, got[id], want)
		}
	}
}
