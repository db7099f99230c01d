package merge

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki"
)

// properties merges the properties one by one into the page and returns it with the base of the next merge.
func (m *merger) properties(base, page *wiki.Article) (_, next *wiki.Article, err error) {
	next = m.ours
	keys := m.ours.Keys()
	for _, k := range base.Keys() {
		if !slices.Contains(keys, k) {
			keys = append(keys, k)
		}
	}
	for _, k := range keys {
		was, theirs, ours := prop(base, k), prop(page, k), prop(m.ours, k)
		if was.equal(ours) || theirs.equal(ours) {
			continue
		}
		set := ours
		switch {
		case theirs.equal(was):
		case !theirs.there: // a person removed it
			continue
		case was.isList || ours.isList:
			set = mergeList(was, theirs, ours, k)
		case k == "updated" || k == "created":
			if d := page.Updated(); k == "created" || d == "" || string(d) >= ours.text {
				continue
			}
		default:
			if v := m.property(k, was, theirs, ours); v != TakeOurs {
				if v == Wait {
					if next, err = was.set(next, k); err != nil {
						return nil, nil, err
					}
				}
				continue
			}
		}
		old := page
		if page, err = set.set(page, k); err != nil {
			return nil, nil, err
		}
		m.Grown = m.Grown && (page == old || k == "sources" || k == "updated")
	}
	return page, next, nil
}

// property decides about a property that both sides changed.
func (m *merger) property(k string, was, theirs, ours propValue) Decision {
	c := Conflict{Section: k + ":", Was: was.text, Theirs: theirs.text, Ours: ours.text}
	for i, l := range strings.Split(string(m.theirs.Bytes()), "\n") {
		if strings.HasPrefix(l, k+":") {
			c.Line = i + 1
			break
		}
	}
	v := m.decide(c)
	if v == Wait {
		m.Conflicts = append(m.Conflicts, c)
	}
	return v
}

// A propValue is the value of a property.
type propValue struct {
	there  bool
	isList bool
	text   string
	list   []string
}

func prop(a *wiki.Article, k string) propValue {
	v := propValue{there: slices.Contains(a.Keys(), k), list: a.List(k)}
	text, single := a.Text(k)
	v.text, v.isList = text, v.there && !single && len(v.list) > 0
	return v
}

func (v propValue) equal(o propValue) bool {
	return v.there == o.there && slices.Equal(v.list, o.list)
}

func (v propValue) set(a *wiki.Article, k string) (*wiki.Article, error) {
	switch {
	case !v.there:
		return a.Delete(k)
	case v.isList:
		return a.SetList(k, v.list)
	case k == "updated" || k == "created":
		return a.SetDate(k, wiki.Date(v.text))
	}
	return a.SetText(k, v.text)
}

// mergeList returns a person's list without what the draft removed and with what it added.
func mergeList(was, theirs, ours propValue, k string) propValue {
	out := propValue{there: true, isList: true}
	for _, s := range theirs.list {
		if !slices.Contains(was.list, s) || slices.Contains(ours.list, s) {
			out.list = append(out.list, s)
		}
	}
	for _, s := range ours.list {
		if !slices.Contains(was.list, s) && !slices.ContainsFunc(out.list, func(o string) bool { return sameItem(o, s, k) }) {
			out.list = append(out.list, s)
		}
	}
	if len(out.list) == 0 {
		return theirs
	}
	return out
}

// sameItem reports whether two elements of a list are equal; links to one day in two forms are.
func sameItem(a, b, k string) bool {
	if k != "sources" {
		return wiki.Fold(a) == wiki.Fold(b)
	}
	plain := func(s string) string {
		s = strings.Trim(s, "[] ")
		s, _, _ = strings.Cut(s, "|")
		return strings.TrimSuffix(s[strings.LastIndexByte(s, '/')+1:], ".md")
	}
	return plain(a) == plain(b)
}
