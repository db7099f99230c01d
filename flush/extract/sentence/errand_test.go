package sentence

import "testing"

func TestDid(t *testing.T) {
	for _, tt := range []struct {
		task, text string
		want       bool
	}{
		{"TODO: rotate the key before Friday", "The key is rotated.", true},
		{"Write the letter", "I wrote the letter yesterday.", true},
		{"Next step: add a test", "I added it.", true},
		{"Push the branch", "The branch is not pushed yet.", false},
		{"Push the branch", "The branch should be pushed.", false},
		{"Push the branch", "I will push the branch.", false},
		{"Push the branch", "Once it is pushed, the site changes.", false},
		{"`push.sh`", "pushed", false},
	} {
		verb, _ := Errand(tt.task)
		if _, got := Did(tt.text, verb); got != tt.want {
			t.Errorf("%q is said to be done by %q: %v", tt.task, tt.text, got)
		}
	}
	if verb, object := Errand("TODO: rotate the deploy key before Friday"); verb != "rotate" || object != " the deploy key" {
		t.Errorf("%q %q", verb, object)
	}
}
