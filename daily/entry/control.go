package entry

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily/markdown"
)

// A Control is a line of a log that says what a reader does not see: that something was forgotten, or is not to be in
// the wiki. A machine appends it to its own log, and every machine obeys it. It is an HTML comment, so no reader shows it:
//
//	<!-- memoria:forgot entry=9f2c1e7ab03d line=k3f9a2c at=2026-11-27T14:32:05Z who=ana -->
type Control struct {
	Verb    Verb
	Entry   string // id of the entry, for Forgot and ForgotDone
	Line    string // block id of its one line that Forgot means; "" for all of it
	Cite    string // target of a citation, for Gone and Back: 2026-11-27@laptop#^k3f9a2c
	Page    string // slug of the article, for Gone and Back
	Of      string // one forget may be several controls of one Of, for Forgot and ForgotDone
	Machine string // id of a machine, for Trusts and Distrusts
	At      time.Time
	Who     string
	What    string // for Forgot, in hashes: see package forgotten
}

// A Verb says what a control is about.
type Verb string

const (
	Forgot     Verb = "forgot"      // the entry or line is to be forgotten everywhere, for good
	ForgotDone Verb = "forgot-done" // the machine of the log has forgotten it
	Gone       Verb = "gone"        // a person took the citation out of the article; without Cite, the article
	Back       Verb = "back"        // takes an earlier Gone back
	Trusts     Verb = "trusts"      // the machine of the log lets another one take back what it says: see [Grants]
	Distrusts  Verb = "distrusts"   // takes an earlier Trusts back
)

var verbs = []Verb{Forgot, ForgotDone, Gone, Back, Trusts, Distrusts}

const controls = "<!-- memoria:"

// fields returns the fields of a control in their order; at is its time.
func (c *Control) fields(at *string) []field {
	return []field{{"entry", &c.Entry}, {"line", &c.Line}, {"cite", &c.Cite}, {"page", &c.Page}, {"of", &c.Of}, {"machine", &c.Machine}, {"at", at}, {"who", &c.Who}, {"what", &c.What}}
}

// String returns the line of a log, without a line break.
func (c Control) String() string {
	var b strings.Builder
	b.WriteString(controls + string(c.Verb))
	at := ""
	if !c.At.IsZero() {
		at = c.At.Format(time.RFC3339)
	}
	for _, f := range c.fields(&at) {
		if *f.value != "" {
			b.WriteString(" " + f.key + "=" + markdown.EncodeValue(*f.value))
		}
	}
	return b.String() + Ending
}

// Says returns what a control says, without when and who.
func (c Control) Says() Control {
	c.At, c.Who = time.Time{}, ""
	return c
}

// ParseControl reads what [Control.String] returned; it ignores unknown keys.
func ParseControl(line string) (c Control, ok bool) {
	rest, ok := strings.CutPrefix(line, controls)
	if !ok {
		return c, false
	}
	if rest, ok = strings.CutSuffix(strings.TrimRight(rest, " \t\r"), Ending); !ok {
		return c, false
	}
	verb, rest, _ := strings.Cut(rest, " ")
	c.Verb = Verb(verb)
	at := ""
	readFields(c.fields(&at), rest)
	c.At, _ = time.Parse(time.RFC3339, at)
	return c, slices.Contains(verbs, c.Verb)
}

// ControlsIn returns the controls of a log.
func ControlsIn(file []byte) (out []Control) {
	if !bytes.Contains(file, []byte(controls)) {
		return nil
	}
	for l := range bytes.Lines(file) {
		if c, ok := ParseControl(strings.TrimRight(string(l), "\r\n")); ok {
			out = append(out, c)
		}
	}
	return out
}

// BeginsControl reports whether a line is the beginning of a control that lacks its end.
func BeginsControl(line string) bool {
	return slices.ContainsFunc(verbs, func(v Verb) bool {
		return strings.HasPrefix(line, controls+string(v)+" ") && !strings.Contains(line, Ending)
	})
}
