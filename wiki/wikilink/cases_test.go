package wikilink

import (
	"slices"
	"strings"
	"testing"
)

type linkCase struct {
	target, fragment, display string
	embed                     bool
}

// linkCases are the forms of links that other tools read, and what looks like one and is none.
var linkCases = []struct {
	src  string
	want []linkCase
}{
	{"[[Otter]]", []linkCase{{"Otter", "", "", false}}},
	{"Ask [[Three Small Words]] first.", []linkCase{{"Three Small Words", "", "", false}}},
	{"Ask [[otter|the animal]].", []linkCase{{"otter", "", "the animal", false}}},
	{"[[left]][[right]]", []linkCase{{"left", "", "", false}, {"right", "", "", false}}},
	{"[[Guide#Step Two]]", []linkCase{{"Guide", "Step Two", "", false}}},
	{"[[#Here Below]]", []linkCase{{"", "Here Below", "", false}}},
	{"[[#Here Below|below]]", []linkCase{{"", "Here Below", "below", false}}},
	{"[[Guide##Twice]]", []linkCase{{"Guide", "Twice", "", false}}},
	{"[[Guide#^b7c8d9]]", []linkCase{{"Guide", "^b7c8d9", "", false}}},
	{"[[#^para-3]]", []linkCase{{"", "^para-3", "", false}}},
	{"[[Guide#]]", []linkCase{{"Guide", "", "", false}}},
	{"[[2025-11-30#17:45 review]]", []linkCase{{"2025-11-30", "17:45 review", "", false}}},
	{"[[ heron]]", []linkCase{{"heron", "", "", false}}},
	{"[[   heron   ]]", []linkCase{{"heron", "", "", false}}},
	{"[[ heron |bird]]", []linkCase{{"heron", "", "bird", false}}},
	{"[[ heron#^xyz ]]", []linkCase{{"heron", "^xyz", "", false}}},
	{"[[heron#^xyz |heron > ^xyz]]", []linkCase{{"heron", "^xyz", "heron > ^xyz", false}}},
	{"Nothing [[  ]] there", nil},
	{"[[|a label alone]]", nil},
	{"[[|]]", nil},
	{"[[never closed", nil},
	{"[one] pair of brackets", nil},
	{"[ [apart] ]", nil},
	{"a label [[cannot|be\nbroken]] over lines", nil},
	{"[[begun [[within]]", []linkCase{{"within", "", "", false}}},
	{"![[map.svg|the coast]]", []linkCase{{"map.svg", "", "the coast", true}}},
	{"![[map.svg|240]]", []linkCase{{"map.svg", "", "240", true}}},
	{"![[map.svg|the coast|240]]", []linkCase{{"map.svg", "", "the coast|240", true}}},
	{"![[Some page]]", []linkCase{{"Some page", "", "", true}}},
	{"![[Some page#^z9]]", []linkCase{{"Some page", "^z9", "", true}}},
	{"![[#Below|x]]", []linkCase{{"", "Below", "x", true}}},
	{"![[bell.ogg]]", []linkCase{{"bell.ogg", "", "", true}}},
	{"! [[Otter]]", []linkCase{{"Otter", "", "", false}}},
	{`\![[Otter]]`, []linkCase{{"Otter", "", "", false}}},
	{"An [[[extra]]] bracket", []linkCase{{"extra", "", "", false}}},
	{`\[[no link]]`, nil},
	{`\[\[no link\]\]`, nil},
	{"[[x|y|z]]", []linkCase{{"x", "", "y|z", false}}},
	{"[[kite|some **strong** and *soft* words]]", []linkCase{{"kite", "", "some **strong** and *soft* words", false}}},
	{"**[[Otter]]** or *[[Heron|h]]*", []linkCase{{"Otter", "", "", false}, {"Heron", "", "h", false}}},
	{"==[[Otter]]== ~~[[Heron]]~~", []linkCase{{"Otter", "", "", false}, {"Heron", "", "", false}}},
	{"| l | r |\n|---|---|\n| ![[map.svg\\|64]] | y |", []linkCase{{"map.svg", "", "64", true}}},
	{"| l |\n|---|\n| [[Guide#Part\\|other words]] |", []linkCase{{"Guide", "Part", "other words", false}}},
	{"| l |\n|---|\n| [[Guide|words]] |", []linkCase{{"Guide", "", "words", false}}},
	{"| l |\n|---|\n| [[Bare]] |", []linkCase{{"Bare", "", "", false}}},
	{"A `[[Otter]]` in code", nil},
	{"Two ``b ` [[Otter]]`` ticks", nil},
	{"`code`, then [[Otter]]", []linkCase{{"Otter", "", "", false}}},
	{"```\n[[Otter]]\n```", nil},
	{"~~~\n[[Otter]]\n~~~", nil},
	{"````\n```\n[[Otter]]\n```\n````", nil},
	{"- point\n  ```\n  [[Otter]]\n  ```\n- [[Heron]]", []linkCase{{"Heron", "", "", false}}},
	{"> ```\n> [[Otter]]\n> ```\n> [[Heron]]", []linkCase{{"Heron", "", "", false}}},
	{"- b\n    [[goes on]]", []linkCase{{"goes on", "", "", false}}},
	{"<!-- [[Otter]] -->", nil},
	{"%%[[Otter]]%% [[Heron]]", []linkCase{{"Heron", "", "", false}}},
	{"The sum $[[3,4],[5,6]]$ is", nil},
	{"It takes $7, read [[Otter]], or $8", []linkCase{{"Otter", "", "", false}}},
	{"<div>[[Otter]]</div>", []linkCase{{"Otter", "", "", false}}},
	{`\macro[[q]]r`, []linkCase{{"q", "", "", false}}},
	{"# A heading with [[Otter]]", []linkCase{{"Otter", "", "", false}}},
	{"> said of [[Otter]]", []linkCase{{"Otter", "", "", false}}},
	{"- [ ] do it for [[Otter]]", []linkCase{{"Otter", "", "", false}}},
	{"A note[^2] and [[Otter]]", []linkCase{{"Otter", "", "", false}}},
	{"[words](page.md) and [[Otter]]", []linkCase{{"Otter", "", "", false}}},
	{"[m [[Otter]] n](y.md)", []linkCase{{"Otter", "", "", false}}},
	{"([[#Works|1998]])", []linkCase{{"", "Works", "1998", false}}},
	{"---\nparent:\n  - \"[[Otter|o]]\"\n  - \"[[Heron]]\"\n---", []linkCase{{"Otter", "", "o", false}, {"Heron", "", "", false}}},
	{"---\ny: [[Otter]]\n---", []linkCase{{"Otter", "", "", false}}},
	{"[[release 4.5.6]]", []linkCase{{"release 4.5.6", "", "", false}}},
	{"[[_with-a-line-below]]", []linkCase{{"_with-a-line-below", "", "", false}}},
	{"[[daily/2025-10-09.md]]", []linkCase{{"daily/2025-10-09.md", "", "", false}}},
	{"[[../beside/Page]]", []linkCase{{"../beside/Page", "", "", false}}},
	{"[[/root/Page]]", []linkCase{{"/root/Page", "", "", false}}},
	{"[[../../../../var/lib]]", []linkCase{{"../../../../var/lib", "", "", false}}},
	{`[[shelf\book]]`, []linkCase{{`shelf\book`, "", "", false}}},
	{"[[77%20old%20name]]", []linkCase{{"77%20old%20name", "", "", false}}},
	{"[[&auml;hre]]", []linkCase{{"&auml;hre", "", "", false}}},
	{"[[événement passé]]", []linkCase{{"événement passé", "", "", false}}},
	{"[[海のページ#岸]]", []linkCase{{"海のページ", "岸", "", false}}},
	{"[[старый маяк|маяк]]", []linkCase{{"старый маяк", "", "маяк", false}}},
	{"[[صفحة قديمة|قديم]]", []linkCase{{"صفحة قديمة", "", "قديم", false}}},
	{"[[🛶 canoe]]", []linkCase{{"🛶 canoe", "", "", false}}},
	{"［［幅］］", nil},
	{"[[https://example.net|there]]", []linkCase{{"https://example.net", "", "there", false}}},
	{"[[editor://open?file=y]]", []linkCase{{"editor://open?file=y", "", "", false}}},
	{"[[topic.sub.leaf#^mark]]", []linkCase{{"topic.sub.leaf", "^mark", "", false}}},
	{"![[leaf.ref#from:#to]]", []linkCase{{"leaf.ref", "from:#to", "", true}}},
	{"[[Otter]]s in the plural", []linkCase{{"Otter", "", "", false}}},
	{"[[2025-10-01]]→[[2025-10-02]]", []linkCase{{"2025-10-01", "", "", false}, {"2025-10-02", "", "", false}}},
	{"row[[1]] = q[[k, l]]", []linkCase{{"1", "", "", false}, {"k, l", "", "", false}}},
	{"[[Filled <% by.a.template %>]]", []linkCase{{"Filled <% by.a.template %>", "", "", false}}},
}

func TestLinkCases(t *testing.T) {
	for _, tt := range linkCases {
		doc := Scan([]byte(tt.src))
		links := doc.Links
		if strings.HasPrefix(tt.src, "<div>") { // shown raw, so it is no link, but it is told apart
			if len(links) != 0 {
				t.Errorf("%q: a link in raw HTML", tt.src)
			}
			links = doc.HTML
		}
		var got []linkCase
		for _, l := range links {
			got = append(got, linkCase{l.Target, l.Fragment, l.Display, l.Embed})
			if s := tt.src[l.Start:l.End]; !strings.HasSuffix(s, "]]") || !strings.Contains(s, "[[") {
				t.Errorf("%q: offsets give %q", tt.src, s)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q\n got %+v\nwant %+v", tt.src, got, tt.want)
		}
	}
}
