package site

import "github.com/agent-admin/memoria/wiki"

func (s *Site) digest() *digests {
	d := &digests{base: s.baseKey(), of: map[*wiki.Page]*pageDigest{}}
	tags := newDigest()
	for _, l := range s.plan.Tags {
		tags.text(l.Name, l.Out)
	}
	d.tags = tags.sum()
	pages := s.src.Wiki.Pages()
	room := make([]pageDigest, len(pages))
	wiki.Each(len(pages), func(i int) { s.digestPage(newDigest(), pages[i], &room[i]) })
	all, text, days := newDigest(), newDigest(), newDigest()
	for i, p := range pages {
		of := &room[i]
		d.of[p] = of
		if p.Article == nil {
			continue
		}
		all.text(p.Path, of.face, of.tied)
		if p.Kind == wiki.DayPage {
			days.text(p.Path, of.hash)
		}
	}
	d.all, d.days = all.sum(), days.sum()
	for _, p := range pages {
		if p.Kind == wiki.DayPage {
			for _, from := range s.src.Wiki.LinkersOf(p) {
				text.text(from.Path, d.of[from].face)
			}
			text.text(d.of[p].all)
			d.of[p].all = text.short()
		}
	}
	for _, at := range s.plan.Pages {
		if d.of[at.Page] == nil { // a day of several logs
			for _, p := range at.Of {
				text.text(d.of[p].all)
			}
			all := text.short()
			s.face(text, at.Page)
			d.of[at.Page] = &pageDigest{all: all, hash: at.Hash(), face: text.short()}
		}
	}
	return d
}

func (s *Site) digestPage(sum *digest, p *wiki.Page, of *pageDigest) {
	if p.Article == nil {
		sum.text(p.Path, s.plan.Files[p.Path])
		of.all = sum.short()
		return
	}
	of.hash = p.Hash()
	of.connection = p.Type() == wiki.Connection
	s.face(sum, p)
	of.face = sum.short()
	of.ties = s.ties[p]
	for _, t := range of.ties {
		sum.text(t.target, t.leads())
	}
	of.tied = sum.short()
	sum.text(p.Path, of.hash, of.face, of.tied)
	of.all = sum.short()
}

// faceOf returns the hash of what other pages show of a page.
func (d *digests) faceOf(p *wiki.Page) string { return d.of[p].face }
