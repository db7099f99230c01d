package wiki

import "strings"

// Framing reports whether a lead, a description or the reason of a link is a sentence that memoria
// generates: how often, when and with what a subject came up, and nothing that anybody said.
func Framing(text string) bool {
	text = strings.TrimSpace(text)
	for _, start := range [...]string{"Comes up in ", "It comes up in ", "both come up in "} {
		if rest, ok := strings.CutPrefix(text, start); ok {
			return entries(rest)
		}
	}
	if rest, ok := strings.CutPrefix(text, "Notes from "); ok {
		unit := strings.TrimLeft(rest, "0123456789,")
		return unit != rest && (strings.HasPrefix(unit, " session") || strings.HasPrefix(unit, " log entr")) && strings.Contains(unit, " of work on ")
	}
	for _, start := range [...]string{"Work on ", "Decisions from the work on ", "Preferences from the work on ", "Tasks from the work on "} {
		if rest, ok := strings.CutPrefix(text, start); ok {
			_, at, found := strings.Cut(rest, ", ")
			at, _, _ = strings.Cut(strings.TrimPrefix(at, "on "), ":")
			day, to, span := strings.Cut(strings.TrimSuffix(at, " None is open."), " to ")
			return found && isDay(day) && (!span || isDay(to))
		}
	}
	for _, start := range [...]string{"Decisions of ", "Preferences of ", "Open tasks of "} { // and two of them
		if rest, ok := strings.CutPrefix(text, start); ok {
			project, _, found := strings.Cut(rest, ": ")
			return found && !strings.Contains(project, " ")
		}
	}
	if rest, ok := strings.CutPrefix(text, "both come up on "); ok {
		return len(rest) >= 10 && isDay(rest[:10])
	}
	if i := strings.Index(text, " meet in "); i > 0 && strings.Contains(text[:i], " and ") {
		return entries(text[i+len(" meet in "):])
	}
	if rest, ok := strings.CutPrefix(text, "Where "); ok && strings.HasSuffix(rest, " meet.") {
		return strings.Contains(rest, " and ")
	}
	return text == "where the two meet" || text == "one of the two" || strings.HasPrefix(text, "part of the work on ")
}

// entries reports whether a text begins with a number of log entries.
func entries(text string) bool {
	if rest, ok := strings.CutPrefix(text, "one"); ok {
		text = "1" + rest
	}
	rest := strings.TrimLeft(text, "0123456789,")
	return rest != text && (strings.HasPrefix(rest, " log entry") || strings.HasPrefix(rest, " log entries"))
}

func isDay(s string) bool {
	_, ok := ParseDate(strings.TrimSuffix(s, "."))
	return ok
}
