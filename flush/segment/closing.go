package segment

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/wiki/prose"
)

// How many characters the title and the context of a closing entry may have.
const (
	titleRoom   = 70
	contextRoom = 200
)

// Summary returns the summary of a stretch at the end of a session that holds nothing worth keeping: it says
// what was asked, so that the stretch lies in some entry. Of turns that were all left behind it says that.
func Summary(turns []transcript.Turn) daily.Summary {
	if turns = transcript.Stay(turns); len(turns) == 0 {
		return daily.Summary{Title: "Left behind", Context: "The person went back to before this and asked anew."}
	}
	asked := asked(turns)
	sum := daily.Summary{Context: room(asked, contextRoom)}
	if len(asked) > 0 {
		sum.Title = strings.ReplaceAll(room(asked[:1], titleRoom), "`", "")
	}
	return sum
}

// asked returns the prose sentences of the first prompt, or else of what was said first.
func asked(turns []transcript.Turn) (out []string) {
	for _, role := range [...]transcript.Role{transcript.Person, transcript.Choice, transcript.Agent} {
		for i := range turns {
			if turns[i].Role != role {
				continue
			}
			for _, b := range prose.Blocks(turns[i].Text) {
				if b.Kind != prose.Code && b.Kind != prose.Table {
					out = append(out, prose.Sentences(b.Text)...)
				}
			}
			if len(out) > 0 {
				return out
			}
		}
	}
	return nil
}

// room joins as many sentences as fit. If the first is too long, it is cut.
func room(sentences []string, most int) string {
	var out string
	for i, s := range sentences {
		next := s
		if i > 0 {
			next = out + " " + s
		}
		if utf8.RuneCountInString(next) > most {
			if i == 0 {
				out = prose.Shorten(s, most)
			}
			break
		}
		out = next
	}
	return out
}

// LastTime returns when the last row of a segment was written. Rows without a time get that of their session, and a
// session without any the time that is given, of its file.
func (s *Segment) LastTime(file time.Time) time.Time {
	for i := len(s.Turns) - 1; i >= 0; i-- {
		if at := s.Turns[i].At; !at.IsZero() {
			return at
		}
	}
	return file
}
