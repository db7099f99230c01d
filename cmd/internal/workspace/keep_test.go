package workspace

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A folder that is reached by a link goes by where the link leads as well, in the settings and in the sessions.
func TestExcludedBehindALink(t *testing.T) {
	home := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	for _, dir := range []string{"src/oven/door", "src/kiln", "data"} {
		must.Do(t, os.MkdirAll(filepath.Join(home, dir), 0o755))
	}
	for link, to := range map[string]string{"src/link": "src/oven", "jobs": "src", "src/away": "data"} {
		if err := os.Symlink(filepath.Join(home, to), filepath.Join(home, link)); err != nil {
			t.Skip(err)
		}
	}
	for _, tt := range []struct {
		exclude, include, dir string
		out                   bool
	}{
		{"~/src/oven/**", "", "src/oven", true},
		{"~/src/oven/**", "", "src/link", true},
		{"~/src/oven/**", "", "src/link/door", true},
		{"~/src/oven/**", "", "src/link/gone", true},
		{"~/src/oven/**", "", "jobs/oven", true},
		{"~/jobs/oven/**", "", "src/oven", true},
		{"~/jobs/o*", "", "src/oven", true},
		{"~/jobs/o*", "", "src/kiln", false},
		{"~/src/link", "", "src/oven/door", true},
		{"~/src/oven/**", "", "src/kiln", false},
		{"", "~/src/**", "jobs/kiln", false},
		{"", "~/jobs/**", "src/kiln", false},
		{"", "~/jobs/**", "data", true},
		{"oven", "", "src/link", true},
	} {
		v := &Vault{Vault: &vault.Vault{}, Machine: &Machine{Home: home}}
		if tt.exclude != "" {
			v.Config.Exclude = []string{tt.exclude}
		}
		if tt.include != "" {
			v.Config.Include = []string{tt.include}
		}
		if why := v.Excluded()(filepath.ToSlash(filepath.Join(home, tt.dir))); (why != "") != tt.out {
			t.Errorf("exclude %q, include %q: %s: %q", tt.exclude, tt.include, tt.dir, why)
		}
	}
	v := &Vault{Vault: &vault.Vault{}, Machine: &Machine{Home: home}}
	if v.Config.Share = []string{"~/jobs/**"}; v.Excluded() != nil {
		t.Error("a vault that is not shared leaves something to another one")
	}
	v.ID = "0123456789abcdef"
	for dir, out := range map[string]bool{"jobs/kiln": false, "data": true, "jobs/away": true, "src/away": true, "src/link/gone": false} {
		if why := v.Excluded()(filepath.ToSlash(filepath.Join(home, dir))); strings.Contains(why, "projects.share") != out {
			t.Errorf("shared %s: %q", dir, why)
		}
	}
}
