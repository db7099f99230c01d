package wikilink

import (
	"strings"
	"testing"

	"github.com/yuin/goldmark"
)

type toPage map[string]string

func (m toPage) ResolveLink(l Link) (string, bool) {
	href, ok := m[l.Target]
	return href, ok
}

func TestRender(t *testing.T) {
	m := goldmark.New()
	(&Extender{Resolver: toPage{"t": "t.html", "q": `a"b c.html`}}).Extend(m)
	for _, c := range []struct{ name, in, want string }{
		{"link", "[[t]]", `<p><a class="wikilink" href="t.html">t</a></p>`},
		{"display", "[[t|the *T* & `C`]]", `<p><a class="wikilink" href="t.html">the <em>T</em> &amp; <code>C</code></a></p>`}, // E-13
		{"display without markup", "[[t|a < b]]", `<p><a class="wikilink" href="t.html">a &lt; b</a></p>`},
		{"unresolved", "[[missing]]", `<p><span class="wikilink">missing</span></p>`},
		{"H-09 HTML in the display", "[[t|<img onerror=1>]]", `<p><a class="wikilink" href="t.html">&lt;img onerror=1&gt;</a></p>`},
		{"H-09 HTML in the display with markup", "[[t|*x*<img onerror=1>]]", `<p><a class="wikilink" href="t.html"><em>x</em>&lt;img onerror=1&gt;</a></p>`},
		{"H-09 HTML in the target", `[["><script>]]`, `<p><span class="wikilink">&quot;&gt;&lt;script&gt;</span></p>`},
		{"H-09 scheme in the target", "[[javascript:alert(1)]]", `<p><span class="wikilink">javascript:alert(1)</span></p>`},
		{"address is escaped", "[[q]]", `<p><a class="wikilink" href="a%22b%20c.html">q</a></p>`},
		{"link in a link", "[x [[t]] y](http://z)", `<p><a href="http://z">x <span class="wikilink">t</span> y</a></p>`},
		{"comment", "a %%b%% c", `<p>a  c</p>`},
		{"comment block", "a\n\n%%\nb\n%%\n\nc", "<p>a</p>\n<p>c</p>"},
		{"math", "$a<b$", `<p><code class="math">a&lt;b</code></p>`},
		{"math block", "$$\na<b\n$$", "<pre class=\"math\">$$\na&lt;b\n$$</pre>"},
		{"block id", "a ^k1", `<p>a <span id="^k1"></span></p>`},
		{"table", "| a |\n|---|\n| [[t|x]] |", "<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><a class=\"wikilink\" href=\"t.html\">x</a></td>\n</tr>\n</tbody>\n</table>"},
		{"escaped pipe in a display", "| a |\n|---|\n| [[t\\|x\\|y]] |", "<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><a class=\"wikilink\" href=\"t.html\">x|y</a></td>\n</tr>\n</tbody>\n</table>"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b strings.Builder
			if err := m.Convert([]byte(c.in), &b); err != nil {
				t.Fatal(err)
			}
			if got := strings.TrimSpace(b.String()); got != c.want {
				t.Errorf("%q\n got %s\nwant %s", c.in, got, c.want)
			}
		})
	}
}

// Whatever the page, no link leads where the resolver did not send it, and nothing runs.
func FuzzRender(f *testing.F) {
	m := goldmark.New()
	New().Extend(m)
	for _, p := range pieces {
		f.Add("[[" + p + "|" + p + "]] " + p)
	}
	f.Add("[[a|<img src=x onerror=1>]] ![[javascript:x]] <script>")
	f.Fuzz(func(t *testing.T, in string) {
		var b strings.Builder
		if err := m.Convert([]byte(in), &b); err != nil {
			t.Fatal(err)
		}
		if out := b.String(); strings.Contains(out, "<script") || strings.Contains(out, "<img src=x onerror") || strings.Contains(out, `class="wikilink" href`) {
			t.Fatalf("%q gives %s", in, out)
		}
	})
}
