package wiki

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// A Slug is the file name of an article without folder and extension. It is the same name on every file
// system, breaks no link, and is used neither by code nor by a day's log. Only [ParseSlug] and [MakeSlug]
// make one.
type Slug string

// MaxSlug is the greatest length of a slug in bytes.
const MaxSlug = 80

// A SlugError says why a name cannot be a slug.
type SlugError struct{ Name, Reason string }

func (e *SlugError) Error() string { return fmt.Sprintf("name %q %s", e.Name, e.Reason) }

// Reserved reports whether the only fault of the name is that code or days use it.
func (e *SlugError) Reserved() bool { return e.Reason == isReserved }

const isReserved = "is kept for pages written by code and for days"

// dos are the names Windows keeps for devices, with or without an extension.
var dos = lazy.Regexp(`(?i)^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])$`)

// reserved matches the folded names of the pages that code and days own.
var reserved = lazy.Regexp(`^(?:index|index-.*|log|log-\d{4}-\d\d|\d{4}-\d\d-\d\d)$`)

// ParseSlug checks a name from outside. The error is a [*SlugError].
func ParseSlug(s string) (Slug, error) {
	if reason := slugFault(s); reason != "" {
		return "", &SlugError{s, reason}
	}
	return Slug(s), nil
}

func slugFault(s string) string {
	switch {
	case s == "":
		return "is empty"
	case len(s) > MaxSlug:
		return fmt.Sprintf("is longer than %d bytes", MaxSlug)
	case !utf8.ValidString(s):
		return "is not UTF-8"
	case !norm.NFC.IsNormalString(s):
		return "is not in Unicode normal form C"
	case s[0] == '.' || s[0] == ' ' || s[len(s)-1] == '.' || s[len(s)-1] == ' ':
		return "begins or ends with a dot or a space"
	case strings.Contains(s, ".."), strings.Contains(s, "%%"), strings.Contains(s, "  "):
		return "holds two dots, percent signs or spaces in a row"
	case strings.EqualFold(s[max(0, len(s)-3):], ".md"):
		return "carries its extension"
	}
	for _, r := range s {
		switch {
		case strings.ContainsRune("/\\:*?\"<>|#^[]`", r):
			return fmt.Sprintf("holds %q", r)
		case r != ' ' && (unicode.IsControl(r) || unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || r == utf8.RuneError):
			return fmt.Sprintf("holds the character %U", r)
		}
	}
	stem, _, _ := strings.Cut(s, ".")
	if dos().MatchString(strings.TrimRight(stem, " ")) {
		return "is a device on Windows"
	}
	if reserved().MatchString(Fold(s)) {
		return isReserved
	}
	return ""
}

// MakeSlug makes the slug of a title: its letters, marks and digits in lower case with a dash for what
// stands between them. A name that is too long is cut and gets a hash of the title; a title without letters
// becomes a hash; a reserved name gets a word before it. The same title always gives the same slug, but two
// titles may give one.
func MakeSlug(title string) Slug {
	title = norm.NFC.String(strings.ToValidUTF8(title, ""))
	s := Kebab(title)
	if s == "" {
		s = "page-" + fsutil.Hash([]byte(title))[:8]
	}
	if dos().MatchString(s) || reserved().MatchString(Fold(s)) {
		s = "about-" + s
	}
	if len(s) > MaxSlug {
		tail := "-" + fsutil.Hash([]byte(title))[:8]
		cut := MaxSlug - len(tail)
		for !utf8.RuneStart(s[cut]) {
			cut--
		}
		s = strings.TrimRight(s[:cut], "-") + tail
	}
	return Slug(s)
}

// titleName makes the name of a file of a title as it is written, without what no file or link can have; where nothing
// else will do, that is its slug.
func titleName(title string) Slug {
	s := strings.Map(func(r rune) rune {
		if strings.ContainsRune("/\\:*?\"<>|#^[]`%", r) || unicode.IsControl(r) || unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) {
			return ' '
		}
		return r
	}, norm.NFC.String(strings.ToValidUTF8(title, "")))
	s = strings.Trim(strings.Join(strings.Fields(s), " "), ". ")
	if slugFault(s) != "" {
		return MakeSlug(title)
	}
	return Slug(s)
}

// Kebab keeps letters, the marks on them and digits, in lower case, and joins the words with dashes. The
// names C++ and C# are spelled out, because both would become the letter C.
func Kebab(title string) string {
	var b strings.Builder
	gap, word := false, false // a dash is due; the rune before was kept
	put := func(s string) {
		if gap && b.Len() > 0 {
			b.WriteByte('-')
		}
		b.WriteString(s)
		gap, word = false, true
	}
	runes := []rune(title)
	for i, r := range runes {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r) && word:
			put(strings.ToLower(string(r)))
		case r == '\'' || r == '’' || unicode.Is(unicode.Cf, r):
			word = word && r != '\''
		case (r == '+' || r == '#') && i > 0 && (word || runes[i-1] == '+') && !followedByWord(runes[i+1:]):
			gap = true
			put(map[rune]string{'+': "plus", '#': "sharp"}[r])
			gap, word = true, false
		default:
			gap, word = true, false
		}
	}
	return norm.NFC.String(b.String())
}

func followedByWord(rest []rune) bool {
	return len(rest) > 0 && (unicode.IsLetter(rest[0]) || unicode.IsDigit(rest[0]))
}

// Link writes a link to an article: [[slug|Title]]. It is a valid link for any title; inTable escapes its
// pipe for a table.
func Link(slug Slug, title string, inTable bool) string {
	return wikilink.Ref(string(slug), "", title, inTable)
}
