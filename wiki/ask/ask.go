// Package ask is the interface between memoria and models: it defines what a [Question], an [Answer] and a failed
// call are, the form of an answer, and where answers are stored.
//
//	data     -> question   question.go: quoted behind a delimiter that the data cannot contain
//	         -> answer     ask.go: an [Asker] stores it before anybody reads it
//	         -> lines      envelope.go: the text between "=== MARK" and "=== end MARK"
//	failure  -> outcome    outcome.go: what the caller can do about it
//	record   -> disk       replies.go: answers, and what was accepted of them, in one folder
//
// The package that asked decides what a line may say, because it knows the sources.
package ask

import "context"

// A Model answers questions.
type Model interface {
	Name() string // differs when another model would answer
	Window() int  // bytes of a question that fit for certain
	Ask(ctx context.Context, q Question) (Answer, error)
}

// A Question is what a model is asked. The model gets its three texts in this order.
type Question struct {
	Job       string   // what the question is for, by which calls are counted: "flush", "compile"
	System    string   // who the model is, and the rules; the same for all questions of a job
	Prefix    string   // what else many questions begin with; a provider may cache it
	Prompt    string   // the rest; may not be blank
	MaxTokens int      // bound of the answer; 0 leaves it to the provider
	About     []string // ids of sessions, for accounts of what was spent; one may stand more than once
	Recipe    string   // hash of all that the answer depends on, by which [Asker] keeps it; "" keeps nothing
}

// Size returns the length of the question in bytes.
func (q Question) Size() int { return len(q.System) + len(q.Prefix) + len(q.Prompt) }

// An Answer is a complete answer, as far as the provider can tell.
type Answer struct {
	Text string
	By   string // who wrote it, for its provenance
}

// An Asker asks a model and stores each answer before it is read, so that after a crash nothing is paid for
// twice.
type Asker struct {
	Model   Model               // required
	Replies *Replies            // nil keeps nothing
	About   []string            // sessions of the questions that name none
	Clean   func(string) string // takes out of an answer what must not be kept; nil keeps all
}

// Ask returns the stored answer to q's recipe, or asks the model. The errors are the model's, ctx's and those of
// storing the answer.
func (a Asker) Ask(ctx context.Context, q Question) (Answer, error) {
	if r, ok := a.Replies.Answer(q.Recipe); ok {
		return r, nil
	}
	if err := ctx.Err(); err != nil {
		return Answer{}, err
	}
	if q.About == nil {
		q.About = a.About
	}
	r, err := a.Model.Ask(ctx, q)
	if err != nil {
		return r, err
	}
	r.Text = a.Cleaned(r.Text)
	if r.By == "" {
		r.By = a.Model.Name()
	}
	if q.Recipe == "" {
		return r, nil
	}
	return r, a.Replies.KeepAnswer(q.Recipe, r)
}

// Cleaned returns a text without what must not be kept.
func (a Asker) Cleaned(text string) string {
	if a.Clean == nil {
		return text
	}
	return a.Clean(text)
}

// An Estimate is the size of the questions to be asked.
type Estimate struct {
	Calls int
	In    int // bytes of all questions
	Out   int // bytes of all answers, by experience
}

// Add counts a question and the usual size of its answer in bytes.
func (e *Estimate) Add(q Question, answer int) {
	e.Calls, e.In, e.Out = e.Calls+1, e.In+q.Size(), e.Out+answer
}
