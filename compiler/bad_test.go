package compiler_test

import (
	"context"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
)

// bads spoil the draft of cursor. A draft may name only articles.
var bads = map[string]func(*draft.Draft){
	"no title":     spoil(func(d *draft.Draft) { d.Title = " " }),
	"no type":      spoil(func(d *draft.Draft) { d.Type = "" }),
	"other type":   spoil(func(d *draft.Draft) { d.Type = "note" }),
	"qa":           spoil(func(d *draft.Draft) { d.Type = wiki.QA }),
	"connects one": spoil(func(d *draft.Draft) { d.Type = wiki.Connection; d.Connects = []draft.Ref{{Title: "plan"}} }),
	"no points":    spoil(func(d *draft.Draft) { d.Points = nil }),
	"uncited":      spoil(func(d *draft.Draft) { d.Points = append(d.Points, wiki.Point{Text: "so I heard"}) }),
	"invented":     spoil(func(d *draft.Draft) { d.Points[0].Cites[0].Block = "kffffff" }),
	"invented detail": spoil(func(d *draft.Draft) {
		d.Details = []draft.Detail{{Points: []wiki.Point{{Text: "x", Cites: []wiki.Cite{{Date: "2026-11-25"}}}}}}
	}),
	"up":              spoil(func(d *draft.Draft) { d.Slug = "../../.obsidian/app" }),
	"index":           spoil(func(d *draft.Draft) { d.Slug = "index" }),
	"log":             spoil(func(d *draft.Draft) { d.Slug = "log" }),
	"a day":           spoil(func(d *draft.Draft) { d.Slug = "2026-11-25" }),
	"device":          spoil(func(d *draft.Draft) { d.Slug = "con" }),
	"extension":       spoil(func(d *draft.Draft) { d.Slug = "x.md" }),
	"a person's page": spoil(func(d *draft.Draft) { d.Slug = "Mine" }),
	"title taken":     spoil(func(d *draft.Draft) { d.Title = "PLAN" }),
}

func spoil(f func(*draft.Draft)) func(*draft.Draft) {
	return func(d *draft.Draft) {
		if d.Title == "cursor" {
			for i, p := range d.Points {
				p.Cites = append([]wiki.Cite(nil), p.Cites...)
				d.Points[i] = p
			}
			f(d)
		}
	}
}

type failing struct{}

func (failing) Name() string { return "failing" }

func (failing) Articles(context.Context, []daily.Dated, []wiki.Known) ([]draft.Draft, error) {
	return nil, errCrash
}
