package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/agent-admin/memoria/flush/extract"
	"github.com/agent-admin/memoria/flush/project"
	"github.com/agent-admin/memoria/flush/segment"
	"github.com/agent-admin/memoria/flush/transcript"
)

// A session is one that was labelled.
type session struct {
	project   string
	stretches []stretch
	labels    []label
}

type stretch struct {
	turns     []transcript.Turn
	sentences []extract.Sentence
	labels    []*label // of each sentence, nil for none
}

// A label is what the reader said of a sentence.
type label struct {
	number int
	class  string // 3, 2, 1, 0 or X
	kind   string
	by     []int
	text   string
	words  map[string]bool
}

func (l *label) good() bool { return l.class == "3" || l.class == "2" }

func (l *label) misleads() bool { return l.class == "X" }

func load(labels string, folders []string) ([]*session, error) {
	paths, err := filepath.Glob(filepath.Join(labels, "*.tsv"))
	if err != nil || len(paths) == 0 {
		return nil, errors.Join(err, fmt.Errorf("find labels in %q: none", labels))
	}
	var out []*session
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".tsv")
		s := &session{}
		s.project, _, _ = strings.Cut(name, "__")
		if s.labels, err = readLabels(path); err != nil {
			return nil, err
		}
		turns, err := readTranscript(name+".jsonl", folders)
		if err != nil {
			return nil, err
		}
		for _, part := range segment.Cut(turns, make([]project.Place, len(turns)), time.UTC) {
			s.stretches = append(s.stretches, cut(part.Turns))
		}
		s.align()
		out = append(out, s)
	}
	return out, nil
}

func cut(turns []transcript.Turn) stretch {
	all := extract.Sentences(turns)
	return stretch{turns, all, make([]*label, len(all))}
}

func readLabels(path string) ([]label, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var out []label
	for _, line := range strings.Split(string(data), "\n") {
		f := strings.SplitN(line, "\t", 7)
		if len(f) < 7 {
			continue
		}
		l := label{class: f[3], kind: f[4], text: f[6], words: words(f[6])}
		l.number, _ = strconv.Atoi(f[0])
		for _, by := range strings.Split(f[5], ",") {
			if n, err := strconv.Atoi(strings.TrimSpace(by)); err == nil {
				l.by = append(l.by, n)
			}
		}
		out = append(out, l)
	}
	return out, nil
}

func readTranscript(name string, folders []string) (turns []transcript.Turn, err error) {
	var file *os.File
	for _, dir := range folders {
		if file, err = os.Open(filepath.Join(dir, name)); err == nil {
			break
		}
	}
	if file == nil {
		return nil, err
	}
	defer file.Close()
	for r := transcript.NewReader(file); ; {
		t, err := r.Next()
		if errors.Is(err, io.EOF) {
			return turns, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
		turns = append(turns, *t)
	}
}

// align gives each sentence its label: the next one of the same text, else the one near by with most of the same
// words, since the program may cut a message in another way than it did when the labels were made.
func (s *session) align() {
	at := 0
	for _, part := range s.stretches {
		for i, x := range part.sentences {
			key := plain(x.Text)
			k := slices.IndexFunc(s.labels[at:], func(l label) bool { return plain(l.text) == key })
			if k >= 0 && k < 200 {
				at += k
				part.labels[i] = &s.labels[at]
				continue
			}
			have, best := words(x.Text), 0.5
			for k := max(0, at-30); k < min(len(s.labels), at+60); k++ {
				if n := alike(have, s.labels[k].words); n > best {
					best, part.labels[i] = n, &s.labels[k]
				}
			}
		}
	}
}

// plain returns the letters and digits of a text.
func plain(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !letter(r) }), " ")
}
