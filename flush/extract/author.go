package extract

import (
	"context"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/extract/rank"
	"github.com/agent-admin/memoria/flush/transcript"
)

// Author summarises without a language model. Its zero value can be used.
type Author struct {
	// Ranker says what is worth keeping; nil is that of the program.
	Ranker *rank.Model
	// Ends returns for each sentence which tasks of earlier entries it says were done, as [daily.Bullet] has them in Settles;
	// "" for none. Nil knows of no tasks.
	Ends func(said []string) []string
}

// Name returns the author's name in the log.
func (Author) Name() string { return "extractive" }

// Summarise makes a summary of one stretch of turns. titles are those that the client gave the session,
// oldest first. A stretch that holds nothing worth keeping gives a summary without bullets. The error is
// that of ctx.
func (a Author) Summarise(ctx context.Context, turns []transcript.Turn, titles []string) (daily.Summary, error) {
	if err := ctx.Err(); err != nil {
		return daily.Summary{}, err
	}
	r := readTurns(turns)
	m := a.Ranker
	if m == nil {
		m = rank.Default()
	}
	r.rate(m)
	r.mended()
	picks := r.choose()
	bullets := a.ended(r, r.bullets(picks))
	if len(bullets) == 0 {
		return daily.Summary{}, nil
	}
	return daily.Summary{Title: r.title(titles, bullets), Context: r.context(), Bullets: bullets}, nil
}

// A Sentence is a candidate for a bullet, as the ranker sees it.
type Sentence struct {
	Text     string
	Turn     int // index of its turn
	Person   bool
	Features rank.Features
}

// Sentences returns the candidates of a stretch, to learn from.
func Sentences(turns []transcript.Turn) []Sentence {
	return readTurns(turns).sentences()
}

func (r *reader) sentences() []Sentence {
	out := make([]Sentence, len(r.units))
	for i, f := range r.describe() {
		u := &r.units[i]
		out[i] = Sentence{Text: u.text, Turn: u.turn, Person: u.voice == person, Features: f}
	}
	return out
}
