package paste

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/extract/sentence"
	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
)

// handed marks what the person hands over of somebody else, in prose: "Bob wrote me this: …". On the line itself
// the first sentence stays, which says whose it is. If nothing follows there, the paragraphs below it are theirs.
func (s *sheet) handed() {
	for i := 0; i < len(s.words); i++ {
		if s.words[i] == "" || s.as[i] == certain {
			continue
		}
		at := sentence.HandsOver(s.words[i])
		if at < 0 {
			continue
		}
		theirs := strings.TrimSpace(s.words[i][at:])
		inline := theirs != ""
		own := s.words[i][at+sentence.Resumes(s.words[i][at:]):]
		if all := prose.Sentences(theirs); len(all) > 1 {
			s.lines[i] = s.words[i][:at] + " " + all[0] + " " + own
		}
		if own != "" || sentence.Named(s.words[i]) > 0 {
			continue // the next line is the person's, or has a name of its own
		}
		from, fenced := i+1, false
		for !inline && from < len(s.words) && s.words[from] == "" {
			fenced = fenced || strings.TrimSpace(s.lines[from]) != ""
			from++
		}
		if fenced { // that is it, and its marks tell
			continue
		}
		to := s.printout(from)
		if inline && !strings.HasSuffix(theirs, ",") && !salutation().MatchString(theirs) {
			for to = from; to < len(s.words) && s.words[to] != ""; to++ {
			}
		}
		to = s.closing(from, to, theirs)
		s.mark(from, to)
		i = max(i, to-1)
	}
}

// printout returns where the output of a program ends that begins with a line: with a paragraph behind which another begins that
// no program prints. What begins otherwise goes on to the end.
func (s *sheet) printout(from int) int {
	output := from < len(s.words) && s.as[from] == certain
	for i := from; output && i < len(s.words); i++ {
		if i > from && s.words[i-1] == "" && s.words[i] != "" && s.as[i] == 0 {
			return i
		}
	}
	return len(s.words)
}

// closing returns where the person speaks again at the end of what they hand over: in the last paragraph that asks or
// orders something, or in a last line that begins in lower case below lines that do not.
func (s *sheet) closing(from, to int, theirs string) int {
	last := to
	for last > from && s.words[last-1] == "" {
		last--
	}
	if last <= from {
		return to
	}
	begin := last - 1
	for begin > from && s.words[begin-1] != "" {
		begin--
	}
	if begin > from && (s.asked(begin) || s.asked(last-1)) {
		return begin
	}
	if theirs == "" && s.words[from] != "" {
		theirs = s.words[from]
	}
	if big, _ := utf8.DecodeRuneInString(theirs); (last-1 > from || s.words[from] != theirs) && unicode.IsUpper(big) && !listed().MatchString(s.words[last-1]) {
		if small, _ := utf8.DecodeRuneInString(s.words[last-1]); unicode.IsLower(small) || strings.HasSuffix(s.words[last-1], "?") {
			return last - 1
		}
	}
	return to
}

// asked reports whether a line asks or orders something, as a person does of the agent.
func (s *sheet) asked(i int) bool {
	l := s.words[i]
	return strings.HasSuffix(l, "?") || sentence.Tongue(l, prose.Detect(l)).AsksFor(l) || reply().MatchString(l)
}

var (
	reply = lazy.Regexp(`(?i)^(?:i (?:do not|don't|disagree|agree|think)|we (?:do not|don't|keep|stay)|ich (?:finde|denke|sehe)|wir (?:bleiben|machen|behalten)|no,|nein,|please|bitte|por favor|what|how|is|does|can you|kannst du|stimmt)\b`)
)
