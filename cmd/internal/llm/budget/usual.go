package budget

import "time"

// Usual is what complete calls to a provider took on the average; zero if there was none.
type Usual struct {
	Calls  int
	Took   time.Duration
	In     float64 // tokens of a question, for each token that its call may have taken at most
	Cached float64 // share of these that came from the service's cache
	Out    float64 // tokens of an answer
	Verify float64 // questions whether lines hold, for each one about what was said
	Micros float64 // millionths of a dollar a token, of the calls whose cost is known
}

// lately returns the calls of the running month and the one before, as far as they can be read.
func (l *Ledger) lately() []*Call {
	now := l.Now().In(l.Zone)
	y, m, _ := now.Date()
	before, _ := l.calls(monthOf(time.Date(y, m-1, 1, 0, 0, 0, 0, l.Zone)))
	calls, _ := l.calls(monthOf(now))
	return append(before, calls...)
}

// Window returns the tokens that the context of a provider with these settings was found to hold; 0 if it never was too small.
func (l *Ledger) Window(by, set string) (tokens int) {
	for _, r := range l.lately() {
		if r.By == by && r.Set == set && r.Window > 0 && (tokens == 0 || r.Window < tokens) {
			tokens = r.Window
		}
	}
	return tokens
}

// Usual reads the calls to a provider in the running month and the one before.
func (l *Ledger) Usual(by string) (u Usual) {
	var took, in, most, out, cached, micros, priced, said, verified int64
	for _, r := range l.lately() {
		if r.By != by || r.End != Complete {
			continue
		}
		u.Calls++
		took, in, most, out, cached = plus(took, r.Took), plus(in, r.In), plus(most, r.most), plus(out, r.Out), plus(cached, r.Cached)
		switch r.Job {
		case "flush":
			said++
		case "verify":
			verified++
		}
		if r.Micros != nil {
			micros, priced = plus(micros, *r.Micros), plus(priced, r.Tokens())
		}
	}
	over := func(a, b int64) float64 { return float64(a) / float64(max(b, 1)) }
	u.Took = time.Duration(over(took, int64(u.Calls)) * float64(time.Millisecond))
	u.In, u.Cached, u.Out, u.Verify, u.Micros = over(in, most), over(cached, in), over(out, int64(u.Calls)), over(verified, said), over(micros, priced)
	return u
}
