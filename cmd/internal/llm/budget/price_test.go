package budget

import (
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestPrices(t *testing.T) {
	t.Parallel()
	f := func(x float64) *float64 { return &x }
	p := Prices{"haiku": {In: f(1), Out: f(5), CacheRead: f(0.1)}, "free": {In: f(0), Out: f(0)}}
	for _, tt := range []struct {
		model string
		u     Usage
		want  Cost
	}{
		{"haiku", Usage{In: 1000, Out: 100, Known: true}, Cost{1500, true}},
		{"haiku-20251001", Usage{In: 1, CacheRead: 5, Known: true}, Cost{2, true}}, // rounded up
		{"haiku", Usage{In: 1, CacheWrite: 5, Known: true}, Cost{}},
		{"haiku", Usage{In: 1}, Cost{}},
		{"haiku-2", Usage{In: 1, Known: true}, Cost{}},
		{"free", Usage{In: 1e6, Out: 1e6, Known: true}, Cost{0, true}},
	} {
		price, _ := p.Of(tt.model)
		got := price.Cost(tt.u)
		must.Hold(t, got == tt.want, "%s %+v: %+v, want %+v", tt.model, tt.u, got, tt.want)
	}
}

// What comes from a cache costs what the settings say of that, and is no reason to know less.
func TestLikely(t *testing.T) {
	t.Parallel()
	f := func(x float64) *float64 { return &x }
	for _, c := range []struct {
		price           Price
		in, cached, out int
		want            Cost
	}{
		{Price{In: f(1), Out: f(5), CacheRead: f(0.1), CacheWrite: f(1.25)}, 1000, 400, 100, Cost{750 + 40 + 500, true}},
		{Price{In: f(1), Out: f(5), CacheRead: f(0.1), CacheWrite: f(1.25)}, 1000, 0, 100, Cost{1250 + 500, true}},
		{Price{In: f(1), Out: f(5)}, 1000, 400, 100, Cost{1500, true}},
		{Price{In: f(1), CacheRead: f(0.1)}, 1000, 400, 100, Cost{}},
	} {
		got := c.price.Likely(c.in, c.cached, c.out)
		must.Hold(t, got == c.want, "%d of %d from a cache: %+v, want %+v", c.cached, c.in, got, c.want)
	}
}

func TestParseLimits(t *testing.T) {
	t.Parallel()
	l, err := ParseLimits("20 calls, 1.5Mtokens,$0.50")
	must.Hold(t, err == nil && *l.Calls == 20 && *l.Tokens == 1_500_000 && *l.Micros == 500_000, "%+v %v", l, err)
	if l, err = ParseLimits("0.25 usd"); err != nil || *l.Micros != 250_000 || l.Calls != nil {
		t.Errorf("%+v %v", l, err)
	}
	for _, s := range []string{"", "5", "calls", "-1 calls", "1 call, 2 calls", "5 eggs", "1e99 tokens"} {
		l, err := ParseLimits(s)
		must.Hold(t, err != nil, "%q: %+v", s, l)
	}
	for micros, want := range map[int64]string{0: "$0.00", 1_230_000: "$1.23", 1234: "$0.001234", 12_000_000: "$12.00"} {
		must.Equal(t, Money(micros), want, "Money(%d)", micros)
	}
}
