package paste

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/fsutil/lazy"
)

// letters marks mails, messages of a chat and comments of a page, from their first line to their end, and
// leaves a question at the end, which may be the person's.
func (s *sheet) letters() {
	from, to := s.mail()
	if from < 0 {
		from, to = s.chat()
	}
	if from < 0 {
		return
	}
	for to == len(s.words) && to > from && (s.words[to-1] == "" || strings.HasSuffix(s.words[to-1], "?")) {
		if to--; s.words[to] != "" {
			break
		}
	}
	s.mark(from, to)
}

// mail returns where a mail begins and ends, -1 without one. Three lines with a label are its head, if one
// has an address or a label that mails have in some language, two lines if both have. So is a line with an
// address that introduces the text, and a salutation, where the message neither begins with it nor goes on behind it. It ends below a
// name after a farewell, a short line that ends no sentence.
func (s *sheet) mail() (from, to int) {
	end := 0 // of the lines with a label that were looked at
	for i := range s.words {
		if i+1 < len(s.words) && ticketHead().MatchString(s.words[i]) && ticketHead().MatchString(s.words[i+1]) {
			return max(i-1, 0), len(s.words) // its name stands above
		}
		k, is, mails := i, false, 0
		for ; i >= end && k < len(s.words) && headLine().MatchString(s.words[k]); k++ {
			if mailHead().MatchString(s.words[k]) {
				is = true
				mails++
			}
		}
		end = max(end, k)
		if i+1 < len(s.words) && wrote().MatchString(s.words[i]) {
			return i, len(s.words)
		}
		if salutation().MatchString(s.words[i]) {
			if end := s.signed(i + 1); end > 0 && (i > 0 || end < len(s.words)) {
				return i, end
			}
		}
		if i > 0 && k > i && rule().MatchString(s.words[i-1]) {
			return i - 1, len(s.words)
		}
		if k-i < 3 && !(k-i == 2 && mails == 2) || !is || k < len(s.words) && s.words[k] != "" {
			continue
		}
		if end := s.signed(k); end > 0 {
			return i, end
		}
		return i, len(s.words)
	}
	return -1, 0
}

// signed returns where a letter ends that begins at a line: below a name after a farewell; 0 if it has none.
func (s *sheet) signed(from int) int {
	for to := from + 2; to < len(s.words); to++ {
		if farewell(s.words[to-1]) && farewell(s.words[to]) && (to+1 == len(s.words) || s.words[to+1] == "") {
			return to + 1
		}
	}
	for to := from + 1; to < len(s.words); to++ {
		if s.words[to-1] != "" && bye().MatchString(s.words[to]) {
			return to + 1
		}
	}
	return 0
}

// farewell reports whether a line may be a greeting at the end of a mail, or the name below it.
func farewell(line string) bool {
	first, _ := utf8.DecodeRuneInString(line)
	return line != "" && len(strings.Fields(line)) <= 4 && !unicode.IsLower(first) && !strings.ContainsAny(line[len(line)-1:], ".?!:")
}

// chat returns where messages that were copied from a chat or a page begin and end, -1 without any.
func (s *sheet) chat() (from, to int) {
	from, times := -1, 0
	for i, w := range s.words {
		page := pageLine().MatchString(w)
		if !page && !chatLine().MatchString(w) {
			continue
		}
		if signed().MatchString(w) && i+1 < len(s.words) && s.words[i+1] != "" {
			times++ // a name and a time are enough
		}
		if times++; from < 0 {
			if from = i; i > 0 && len(w) < 9 && len(strings.Fields(s.words[i-1])) < 4 {
				from-- // the name above its time
			}
		}
		if page {
			return from, len(s.words)
		}
		for to = i + 1; to < len(s.words) && s.words[to] != ""; to++ {
		}
	}
	if times < 2 {
		return -1, 0
	}
	return from, to
}

var (
	headLine   = lazy.Regexp(`^\**\p{L}[\p{L}-]{0,15}\**\s?[:：]\**\s*\S`)
	mailHead   = lazy.Regexp(`\S@\S+\.\w|^\**(?i:from|to|cc|sent|date|subject|von|gesendet|datum|an|betreff|de|à|objet|asunto|para|assunto|enviado|envoyé|от|кому|тема|差出人|宛先|件名|发件人|收件人|主题|보낸 사람|제목)\**\s?[:：]`)
	salutation = lazy.Regexp(`^\p{Lu}\S*(?: \S+){0,5}[,，]$`)
	bye        = lazy.Regexp(`^(?i:cheers|(?:kind |best )?regards|best|thanks|thx|(?:viele |liebe |beste )?grüße|gruß|lg|vg|mfg|(?:un )?saludos?|cordialement|bien à vous|abraços?|с уважением),? \p{Lu}\p{Ll}+$`)
	wrote      = lazy.Regexp(`<\S+@\S+\.\w+>.{0,20}:$|^\S.{0,80}\d:\d\d.{0,80}(?:wrote|schrieb|escribió|a écrit|escreveu|ha scritto|написал[а]?|写道|のメール).{0,40}:$`)
	chatLine   = lazy.Regexp(`^\d{1,2}:\d\d(?: ?[AaPp]\.?[Mm]\.?)?$|^\[?\d{1,2}:\d\d(?: ?[AaPp]\.?[Mm]\.?)?\]?,? +\S|^\S+(?: \S+){0,3},? +[\[(]?\d{1,2}:\d\d(?: ?[AaPp]\.?[Mm]\.?)?[\])]?:?$|^` + onDay + `,? ` + atTime + ` [-–] ` + somebody + `: \S`)
	ticketHead = lazy.Regexp(`^\**(?i:reporter|assignee|assigned to|priority|status|owner|due date|labels|bearbeiter|zuständig|priorität|informador|responsable|prioridad|rapporteur|priorité|responsável|prioridade|исполнитель|приоритет|статус|负责人|优先级|状态)\**\s?[:：]\**\s*\S`)
	// What mail programs put above a mail that they quote, in any language.
	rule = lazy.Regexp(`^(?:[-_=*]{2,} ?\p{L}[^-_=*]{2,40} ?[-_=*]{2,}|(?i:begin forwarded message|anfang der weitergeleiteten (?:nachricht|e-mail)|inicio del mensaje reenviado|début du message (?:réexpédié|transféré)|início da mensagem (?:re)?encaminhada)\s?[:：]|_{10,})$`)
	// Who wrote a message, and when.
	signed   = lazy.Regexp(`^(?:\[(?:` + onDay + `,? )?` + atTime + `\] ` + somebody + `:?|` + onDay + `,? ` + atTime + `,?(?: [–-])? ` + somebody + `:?|` + somebody + `,? [\[(](?:` + onDay + `,? )?` + atTime + `[\])]:?|` + somebody + `,? +(?:` + onDay + `,? )?\d{1,2}:\d\d ?[AaPp]\.?[Mm]\.?:?)$`)
	pageLine = lazy.Regexp(`^\S+(?: \S+)? (?:left a comment|commented|reviewed|requested changes)\b|^Comment on lines? |^Suggested change`)
)

const (
	atTime   = `\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp]\.?[Mm]\.?)?`
	onDay    = `\d{1,4}[./-]\d{1,2}[./-]\d{1,4}`
	somebody = `\p{Lu}[\p{L}'’.-]*(?: \p{Lu}[\p{L}'’.-]*){0,3}`
)

// talk marks what several people said, each line with a name in front, where one of them speaks again after another. Labels of
// other kinds stand once each.
func (s *sheet) talk() {
	last, from, to, again := map[string]int{}, len(s.words), 0, false
	for i, w := range s.words {
		if m := spoken().FindStringSubmatch(w); m != nil && s.as[i] != certain && !ownLabel().MatchString(m[1]+":") {
			at, before := last[m[1]]
			again = again || before && at+1 < to
			from, to, last[m[1]] = min(from, i), i+1, i
		}
	}
	for again && to < len(s.words) && s.words[to] != "" {
		to++
	}
	if again {
		s.mark(from, to)
	}
}

var spoken = lazy.Regexp(`^(?:[-*•] )?(?:[*_]{2})?(` + somebody + `)(?: ?[(\[][^()\[\]]{1,20}[)\]])?(?:[*_]{2})?\s?[:：](?:[*_]{2})? ?\S`)
