package rank

// A tree asks as many questions about the numbers of a sentence as it is deep, each depending on the answers before it, and
// then says how much the odds change.
type tree struct {
	asks [1<<depth - 1]ask // the one behind ask i is 2i+1, or 2i+2 where the answer is yes
	adds [1 << depth]int16 // in 1/One
}

// An ask is whether a number is above a limit.
type ask struct {
	number uint8
	above  int16
}

const depth = 3

// leaf returns the place in adds that the answers lead to.
func (t *tree) leaf(numbers []int16) int {
	at := 0
	for at < len(t.asks) {
		at = t.asks[at].next(at, numbers)
	}
	return at - len(t.asks)
}

func (a ask) next(at int, numbers []int16) int {
	if numbers[a.number] > a.above {
		return 2*at + 2
	}
	return 2*at + 1
}

// Judge returns the logarithm of the odds that the answer of a head with trees is yes, in 1/One, by the numbers of a
// sentence and those of its neighbours. What the weights alone say of it is among them.
func (m *Model) Judge(h Head, numbers []int16) int {
	sum := 0
	for i := range m.trees[h] {
		sum += int(m.trees[h][i].adds[m.trees[h][i].leaf(numbers)])
	}
	return sum
}
