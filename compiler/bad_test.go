package compiler_test

import (
	"context"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
)

// bads spoil the draft of cursor. G-17: a draft names no file but an article.
var bads = map[string]func(*wiki.Draft){
	"no title":     spoil(func(d *wiki.Draft) { d.Title = " " }),
	"no type":      spoil(func(d *wiki.Draft) { d.Type = "" }),
	"other type":   spoil(func(d *wiki.Draft) { d.Type = "note" }),
	"qa":           spoil(func(d *wiki.Draft) { d.Type = wiki.QA }),
	"connects one": spoil(func(d *wiki.Draft) { d.Type = wiki.Connection; d.Connects = []wiki.Ref{{Title: "plan"}} }),
	"no points":    spoil(func(d *wiki.Draft) { d.Points = nil }),
	"uncited":      spoil(func(d *wiki.Draft) { d.Points = append(d.Points, wiki.Point{Text: "so I heard"}) }),
	"invented":     spoil(func(d *wiki.Draft) { d.Points[0].Cites[0].Block = "kffffff" }),
	"invented detail": spoil(func(d *wiki.Draft) {
		d.Details = []wiki.Block{{Points: []wiki.Point{{Text: "x", Cites: []wiki.Cite{{Date: "2026-11-25"}}}}}}
	}),
	"up":              spoil(func(d *wiki.Draft) { d.Slug = "../../.obsidian/app" }),
	"index":           spoil(func(d *wiki.Draft) { d.Slug = "index" }),
	"log":             spoil(func(d *wiki.Draft) { d.Slug = "log" }),
	"a day":           spoil(func(d *wiki.Draft) { d.Slug = "2026-11-25" }),
	"device":          spoil(func(d *wiki.Draft) { d.Slug = "con" }),
	"extension":       spoil(func(d *wiki.Draft) { d.Slug = "x.md" }),
	"a person's page": spoil(func(d *wiki.Draft) { d.Slug = "Mine" }),
	"title taken":     spoil(func(d *wiki.Draft) { d.Title = "PLAN" }),
}

func spoil(f func(*wiki.Draft)) func(*wiki.Draft) {
	return func(d *wiki.Draft) {
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

func (failing) Articles(context.Context, []daily.Dated, []wiki.Known) ([]wiki.Draft, error) {
	return nil, errCrash
}
