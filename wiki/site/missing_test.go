package site

import (
	"crypto/sha256"
	"encoding/base64"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/site/plan"
)

// The page of a site that says where it lies leads to the others from any address; the page of one that does not
// is whole by itself.
func TestMissing(t *testing.T) {
	page := func(base string) string {
		t.Helper()
		body, ok, err := siteOf(t, small, Options{Title: "Notes", BaseURL: base}).File(plan.MissingFile)
		if !ok || err != nil {
			t.Fatal(ok, err)
		}
		return string(body)
	}
	addresses := func(body string) (out []string) {
		read(t, plan.MissingFile, []byte(body), map[string]bool{}, func(href string) { out = append(out, href) })
		return out
	}
	files := siteOf(t, small, Options{}).files
	for base, top := range map[string]string{"https://a.example": "/", "https://a.example/b/c%20d": "/b/c%20d/"} {
		all := addresses(page(base))
		must.Hold(t, len(all) >= 10, "%s: %q", base, all)
		for _, href := range all {
			name, ok := strings.CutPrefix(href, top)
			if strings.HasPrefix(href, "#") {
				continue
			}
			if _, there := files[name]; !ok || !there && path.Dir(name) != "site/assets" && name != "feed.xml" {
				t.Errorf("%s: %q leads nowhere", base, href)
			}
		}
	}
	alone := page("")
	all := addresses(alone)
	must.Hold(t, len(all) == 1 && all[0] == "/", "it needs %q", all)
	style := regexp.MustCompile(`(?s)<style>(.*)</style>`).FindStringSubmatch(alone)
	must.Be(t, style != nil, "it has no style")
	sum := sha256.Sum256([]byte(style[1]))
	want := "style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "';"
	must.Hold(t, strings.Contains(alone, want), "its policy does not say %s", want)
}
