package rank

import "math"

// An Example is a sentence with the answer to a question about it. Weight is how much it counts.
type Example struct {
	Features *Features
	Yes      bool
	Weight   float64
}

// How the weights are found: descents down the gradient of the loss of a logistic regression, with momentum, and
// a pull of each weight towards zero.
const (
	descents = 80
	rate     = 20.0
	momentum = 0.9
	pull     = 1.0
)

// Fit sets the weights of one head so that it answers the examples. The result depends on the
// examples and their order alone.
func (m *Model) Fit(h Head, examples []Example) {
	w, step, slope := make([]float64, slots), make([]float64, slots), make([]float64, slots)
	bias, stepBias, all := 0.0, 0.0, 0.0
	for _, e := range examples {
		all += e.Weight
	}
	for range descents {
		for i := range slope {
			slope[i] = pull * w[i] / all
		}
		slopeBias := 0.0
		for _, e := range examples {
			d := 1 / (1 + math.Exp(-raw(w, bias, e.Features)))
			if e.Yes {
				d--
			}
			d *= e.Weight / all
			said := d * float64(share(len(e.Features.said))) / One
			for _, x := range e.Features.said {
				slope[x.slot] += said
			}
			for _, x := range e.Features.marks {
				slope[x.slot] += d * markShare / One
			}
			slopeBias += d
		}
		for i := range w {
			step[i] = momentum*step[i] - rate*slope[i]
			w[i] += step[i]
		}
		stepBias = momentum*stepBias - rate/10*slopeBias
		bias += stepBias
	}
	m.quantise(h, w, bias)
}

func raw(w []float64, bias float64, f *Features) float64 {
	said, marks := 0.0, 0.0
	for _, x := range f.said {
		said += w[x.slot]
	}
	for _, x := range f.marks {
		marks += w[x.slot]
	}
	return (said*float64(share(len(f.said)))+marks*markShare)/One + bias
}

// quantise keeps the weights in a byte each. The largest becomes 127.
func (m *Model) quantise(h Head, w []float64, bias float64) {
	largest := 1e-9
	for _, x := range w {
		largest = max(largest, math.Abs(x))
	}
	m.scale[h] = int32(math.Round(largest / 127 * 65536))
	m.bias[h] = int32(math.Round(bias * One))
	for i, x := range w {
		m.weights[h][i] = int8(math.Round(x / largest * 127))
	}
}
