package budget

import (
	"math"
	"strings"
)

// Usage counts the tokens of a call, as the provider does.
type Usage struct {
	In         int  // of the request, neither read from a cache nor written to one
	Out        int  // of the answer
	CacheRead  int  // of the request, from a cache
	CacheWrite int  // of the request, put in a cache
	Known      bool // the provider said
}

// Total returns the sum of all tokens.
func (u Usage) Total() int { return u.In + u.Out + u.CacheRead + u.CacheWrite }

// A program may send much of its own with a question, and count all that it sends again.
const programMost = 1 << 22

// Curb bounds the tokens that a reply says it took by what can be: a token of a question has at least a byte, and a model
// hardly thinks much longer than it was allowed. asked and got are in bytes. Numbers below zero say nothing.
func (u *Usage) Curb(asked, allowed, got int, program bool) {
	in, out := asked+4096, 4*allowed+got+64
	if program {
		in, out = in+programMost, out+programMost
	}
	if min(u.In, u.Out, u.CacheRead, u.CacheWrite) < 0 {
		*u = Usage{}
		return
	}
	u.CacheRead = min(u.CacheRead, in)
	u.CacheWrite = min(u.CacheWrite, in-u.CacheRead)
	u.In, u.Out = min(u.In, in-u.CacheRead-u.CacheWrite), min(u.Out, out)
}

// Cost is the cost of a call.
type Cost struct {
	Micros int64 // millionths of a dollar
	Known  bool
}

// A Price is what a model costs, in dollars for a million tokens, which is in millionths of a dollar
// for one. A field that is nil is not known.
type Price struct{ In, Out, CacheRead, CacheWrite *float64 }

// Prices maps the names of models to prices. A name includes the dated versions of the model.
type Prices map[string]Price

// Of returns the price of a model by any of its names.
func (p Prices) Of(names ...string) (Price, bool) {
	for _, n := range names {
		if x, ok := p[n]; ok {
			return x, true
		}
		if x, ok := p[undated(n)]; ok {
			return x, true
		}
	}
	return Price{}, false
}

// undated takes a date as in model-20251001 off a name.
func undated(name string) string {
	i := strings.LastIndexByte(name, '-')
	if i < 0 || len(name)-i != len("-20251001") || strings.Trim(name[i+1:], "0123456789") != "" {
		return name
	}
	return name[:i]
}

// Cost returns the cost of a call, unknown if the price of one of its parts is unknown.
func (p Price) Cost(u Usage) Cost {
	if !u.Known {
		return Cost{}
	}
	var sum float64
	for _, part := range []struct {
		tokens int
		price  *float64
	}{{u.In, p.In}, {u.Out, p.Out}, {u.CacheRead, p.CacheRead}, {u.CacheWrite, p.CacheWrite}} {
		if part.tokens == 0 {
			continue
		}
		if part.price == nil {
			return Cost{}
		}
		sum += float64(part.tokens) * *part.price
	}
	return micros(sum)
}

// Most returns the highest possible cost of a call: all input is written to a cache.
func (p Price) Most(in, out int) Cost {
	if p.In == nil || p.Out == nil {
		return Cost{}
	}
	dear := *p.In
	if p.CacheWrite != nil {
		dear = max(dear, *p.CacheWrite)
	}
	return micros(float64(in)*dear + float64(out)**p.Out)
}

// Likely returns what questions and answers of so many tokens cost of which some come from a cache.
func (p Price) Likely(in, cached, out int) Cost {
	if cached == 0 || p.CacheRead == nil {
		return p.Most(in, out)
	}
	rest := p.Most(in-cached, out)
	if !rest.Known {
		return rest
	}
	return micros(float64(rest.Micros) + float64(cached)**p.CacheRead)
}

// Dollars returns a cost in dollars.
func Dollars(d float64) Cost { return micros(d * 1e6) }

// micros rounds up, so that a limit never counts less than what is paid.
func micros(m float64) Cost {
	if !(m >= 0 && m < 1e15) {
		return Cost{}
	}
	return Cost{Micros: int64(math.Ceil(m - 1e-6)), Known: true}
}
