package build

import (
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// The versions are those that the go command gave such builds.
func TestOf(t *testing.T) {
	const revision = "e099c55f4da9a0b1c2d3e4f5a6b7c8d9e0f10203"
	vcs := func(modified string) []debug.BuildSetting {
		return []debug.BuildSetting{{Key: "vcs.revision", Value: revision}, {Key: "vcs.time", Value: "2026-11-28T21:44:49Z"}, {Key: "vcs.modified", Value: modified}}
	}
	for _, c := range []struct {
		name     string
		version  string
		settings []debug.BuildSetting
		want     Info
	}{
		{"nothing is known", "", nil, Info{Version: "(devel)"}},
		{"built without version control", "(devel)", nil, Info{Version: "(devel)"}},
		{"(devel) of a known commit", "(devel)", vcs("false"), Info{Version: "(devel)", Commit: revision, Date: "2026-11-28T21:44:49Z"}},
		{"a tag", "v0.1.0", vcs("false"), Info{Version: "v0.1.0", Commit: revision, Date: "2026-11-28T21:44:49Z"}},
		{"a checkout with changes", "v0.0.0-20261128214449-e099c55f4da9+dirty", vcs("true"),
			Info{Version: "v0.0.0-20261128214449-e099c55f4da9+dirty", Commit: revision, Date: "2026-11-28T21:44:49Z", Modified: true}},
		{"go install at a tag", "v0.1.0", nil, Info{Version: "v0.1.0"}},
		{"go install at a commit", "v0.1.1-0.20261129005712-70b90bb190f4", nil,
			Info{Version: "v0.1.1-0.20261129005712-70b90bb190f4", Commit: "70b90bb190f4", Date: "2026-11-29T00:57:12Z"}},
		{"a pre-release that looks like one", "v1.0.0-rc.1-abcdefabcdef", nil, Info{Version: "v1.0.0-rc.1-abcdefabcdef"}},
	} {
		b := &debug.BuildInfo{GoVersion: "go1.26.8", Settings: c.settings}
		b.Main.Version = c.version
		c.want.Program, c.want.Go, c.want.Platform = "memoria", "go1.26.8", runtime.GOOS+"/"+runtime.GOARCH
		must.Equal(t, of("memoria", b), c.want, "%s", c.name)
	}
}

func TestString(t *testing.T) {
	i := Info{Program: "memoria-hook", Version: "v0.1.0", Commit: "abc", Date: "2026-11-28T21:44:49Z", Modified: true, Go: "go1.26.8", Platform: "linux/arm64"}
	want := "memoria-hook v0.1.0\ncommit    abc, with changes of its own\ndate      2026-11-28T21:44:49Z\ngo        go1.26.8\nplatform  linux/arm64\n"
	if got := i.String(); got != want {
		t.Errorf("%q", got)
	}
}
