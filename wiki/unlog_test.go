package wiki

import (
	"slices"
	"testing"
)

func TestUnlog(t *testing.T) {
	const page = "# Log\n\nMine.\n\n## 2026-11-26\n\n- created `concepts/acme` Acme - 2 key points\n\n## 2026-11-27\n\n- renamed `concepts/the-deal` The deal - it was concepts/acme\n- updated `concepts/acme-two` Acme two - like `concepts/the-deal`\nA line of mine on `concepts/acme`\n"
	const want = "# Log\n\nMine.\n\n## 2026-11-27\n\n- updated `concepts/acme-two` Acme two - like `concepts/the-deal`\nA line of mine on `concepts/acme`\n"
	paths := []string{"wiki/concepts/the-deal.md"}
	was := Earlier("wiki", []byte(page), paths)
	if !slices.Equal(was, []string{"wiki/concepts/acme.md"}) {
		t.Errorf("it was %q", was)
	}
	got := Unlog("wiki", []byte(page), append(paths, was...))
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if again := Unlog("wiki", got, append(paths, was...)); string(again) != want {
		t.Errorf("a second time changes it to\n%s", again)
	}
	if all := Unlog("wiki", []byte(page), nil); string(all) != page {
		t.Errorf("nothing changes it to\n%s", all)
	}
}
