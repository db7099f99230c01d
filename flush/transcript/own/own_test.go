package own

import (
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestPrompt(t *testing.T) {
	for in, want := range map[string]bool{
		Marker + " v1":                true,
		"<!-- " + Marker + " -->\nhi": true,
		Marked("hi"):                  true,
		" \n" + Marked("hi"):          true,
		"please explain " + Marker:    false,
		"hello":                       false,
		"":                            false,
	} {
		must.Equal(t, Prompt(in), want, "Prompt(%q)", in)
	}
}

func TestFolder(t *testing.T) {
	for in, want := range map[string]bool{
		"/home/ana/.local/state/memoria/.memoria/programs":                      true,
		"/home/ana/.local/state/memoria/.memoria/programs/.memoria-scratch-x1y": true,
		"/home/ana/notes/.memoria":                                              true,
		`C:\Users\ana\AppData\Local\memoria\.memoria\programs\claude`:           true,
		"/home/ana/src/memoria":                                                 false,
		"/home/ana/.memoria-x":                                                  false,
		"":                                                                      false,
	} {
		must.Equal(t, Folder(in), want, "Folder(%q)", in)
	}
}
