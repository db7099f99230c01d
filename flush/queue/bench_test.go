package queue

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"
)

const many = 10_000

// fill gives a queue 10,000 notes of as many sessions, which wait for more of theirs.
func fill(b *testing.B) *Queue {
	b.Helper()
	q := openQueue(b)
	q.Throttle = Throttle{Turns: 9, Every: time.Hour}
	ok(b, q.prepare())
	for i := range many {
		n := note(Turn, fmt.Sprint("s", i), at(float64(i)/100))
		data, err := json.Marshal(n)
		ok(b, err)
		_, err = q.Dir.WriteFileNoSync(queueDir+"/"+fileOf(n), data, filePerm)
		ok(b, err)
	}
	return q
}

func BenchmarkPut(b *testing.B) {
	q := openQueue(b)
	n := note(End, "s", at(0))
	for b.Loop() {
		ok(b, q.Put(n))
	}
}

// BenchmarkDue is what a hook asks, with a few notes waiting and with 10,000.
func BenchmarkDue(b *testing.B) {
	few := openQueue(b)
	few.Throttle = Throttle{Turns: 9, Every: time.Hour}
	put(b, few, note(Turn, "s1", at(0)), note(Seen, "s1", at(0)), note(Turn, "s2", at(0)))
	for _, row := range []struct {
		name string
		q    *Queue
	}{{"few", few}, {"many", fill(b)}} {
		b.Run(row.name, func(b *testing.B) {
			for b.Loop() {
				if due, _, err := row.q.Due(at(200), false); due || err != nil {
					b.Fatal(due, err)
				}
			}
		})
	}
}

// BenchmarkDrain works off 10,000 sessions.
func BenchmarkDrain(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		q := fill(b)
		b.StartTimer()
		for n := 0; ; n++ {
			j, err := q.Next(at(200), true)
			ok(b, err)
			if j == nil {
				if n != many {
					b.Fatalf("%d jobs", n)
				}
				break
			}
			ok(b, q.Done(j))
		}
	}
}
