package extract

import (
	"context"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/transcript"
)

// Author summarises without a model. Its zero value can be used.
type Author struct{}

// Name returns the author's name in the log.
func (Author) Name() string { return "extractive" }

// Summarise makes a summary of one stretch of turns. titles are those that the client gave the session,
// oldest first. A stretch that holds nothing worth keeping gives a summary without bullets. The error is
// that of ctx.
func (Author) Summarise(ctx context.Context, turns []transcript.Turn, titles []string) (daily.Summary, error) {
	if err := ctx.Err(); err != nil {
		return daily.Summary{}, err
	}
	r := readTurns(turns)
	picks := r.choose()
	if len(picks) == 0 {
		return daily.Summary{}, nil
	}
	return daily.Summary{
		Title:   r.title(titles, picks),
		Context: r.context(),
		Bullets: r.bullets(picks),
	}, nil
}
