package lines

import "testing"

func TestMarked(t *testing.T) {
	for text, want := range map[string]bool{
		"a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> x\n": true, "a\n<<<<<<<\n>>>>>>>\n": false, ">>>>>>> x\n<<<<<<< HEAD\n": false, "": false,
	} {
		if Marked([]byte(text)) != want {
			t.Errorf("%q", text)
		}
	}
}
