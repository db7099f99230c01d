package subject

import (
	"context"
	"slices"

	"github.com/agent-admin/memoria/compiler/subject/reading"
	"github.com/agent-admin/memoria/compiler/subject/topic"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/holds"
)

// An Author writes articles without a model. The zero value is ready.
type Author struct {
	Dir    *fsutil.Dir          // the vault whose cache keeps what was found out of lines; nil keeps nothing
	Memory func() *holds.Memory // of the lines that were compared; nil takes that of Dir
}

func (a Author) memory() *holds.Memory {
	if a.Memory != nil {
		return a.Memory()
	}
	return holds.Load(a.Dir)
}

// Name changes if the same entries give other drafts.
func (Author) Name() string { return "extractive/15" }

// Traits finds out what a line is by its kind and its words. What changes here changes reading.Version.
func Traits(kind daily.Kind, text, plain string) reading.Traits {
	t := reading.Traits{Alone: alone(plain, kind), Lasts: lasts(plain) && (kind == daily.Preference || !bookkeeping().MatchString(plain)), Rules: ruled(plain), ToDo: toDo(plain), Goal: goal().MatchString(plain),
		Chosen: kind == daily.Decision && chosen(plain)}
	if explains(kind, text) {
		t.Intro = introduction(kind, text)
	}
	if m := quotation().FindStringSubmatch(text); m != nil {
		t.Quote = m[1]
	}
	return t
}

// Articles returns the articles that the entries support: those of subjects, then the collections of projects. The
// answer depends only on the arguments, not on the order of the entries. A draft that continues a page of known has its
// slug and title. A page that a person keeps is linked to and never drafted.
//
// The only error is ctx's.
func (a Author) Articles(ctx context.Context, entries []daily.Dated, known []wiki.Known) ([]draft.Draft, error) {
	memory := a.memory()
	r := reading.Load(a.Dir, Traits)
	x := topic.Read(entries, r)
	r.Save(a.Dir)
	known = slices.DeleteFunc(slices.Clone(known), func(k wiki.Known) bool { return !k.Human && !k.Kept && k.Type != wiki.QA })
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	pages := pagesOf(x, known)
	unite(x, pages)
	x.SettleTruth(memory.Judge)
	x.Gather()
	drafts := bind(x, pages, known).drafts()
	memory.Save(a.Dir)
	return drafts, ctx.Err()
}
