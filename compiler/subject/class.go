package subject

// class is how a subject was written where it was seen, from the least to the most telling.
type class uint8

const (
	plain   class = iota // a lower-case word: counts only where the word is known to be a name
	phrase               // several plain words between the ends of a noun phrase
	tagged               // a single lower-case word in inline code
	name                 // capitalised, or of a shape that only names have
	ident                // an identifier, a configuration key, a variable
	file                 // a file name
	command              // a command and its subcommand
)

// A mention is one naming of a subject in a line.
type mention struct {
	key    string
	form   string // how it would stand as a title or an alias
	cls    class
	at     int  // offset in the line
	own    bool // the line is about it, not only about something longer that contains it
	over   int  // index of the longer mention that contains this one, or -1
	aka    bool // form carries a label ("SessionStart hook") that key leaves out
	aside  bool // in parentheses
	ticked bool // in inline code
	alone  bool // a singular noun without article or modifier: a name, or something uncountable
	framed bool // stands where a noun phrase stands: after an article, a preposition, a verb
}
