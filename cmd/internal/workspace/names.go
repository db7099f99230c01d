package workspace

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/agent-admin/memoria/cmd/internal/vault"
)

// MachineName returns the name that a machine with this host name gets; "machine" if no letter of it can be used.
func MachineName(host string) string {
	host, _, _ = strings.Cut(host, ".")
	if s := plain(host, vault.MaxMachine); s != "" {
		return s
	}
	return "machine"
}

// PersonName returns the name of a person in the form that entries have it, "" if no letter of it can be used. Of a
// mail address it is what stands before the @.
func PersonName(s string) string {
	s, _, _ = strings.Cut(s, "@")
	return plain(s, vault.MaxPerson)
}

// letters spells out letters that are none of a-z with an accent.
var letters = strings.NewReplacer("ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "ı", "i")

// plain keeps a-z and 0-9 of s, in lower case and without accents, with a dash for what stands between them.
func plain(s string, most int) string {
	var b strings.Builder
	gap := false
	for _, r := range norm.NFD.String(letters.Replace(strings.ToLower(s))) {
		switch {
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			gap = false
			b.WriteRune(r)
		case r < 0x300 || r > 0x36f: // an accent belongs to the letter before it
			gap = true
		}
	}
	return strings.Trim(b.String()[:min(b.Len(), most)], "-")
}
