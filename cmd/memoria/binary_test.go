package main

import (
	"strings"
	"testing"
)

func TestFleeting(t *testing.T) {
	hash := strings.Repeat("0f", 32)
	for path, want := range map[string]bool{
		"/tmp/go-build1234/b001/exe/memoria":                  true,
		"/home/ana/.cache/go-build/4c/" + hash + "-d/memoria": true,
		"/data/cache/4c/" + hash + "-d/memoria":               true,
		"/home/ana/go/bin/memoria":                            false,
		"/opt/" + hash + "/memoria":                           false,
		"/src/my-go-builds/memoria":                           false,
	} {
		if got := fleeting(path); got != want {
			t.Errorf("%s: %t", path, got)
		}
	}
}
