package redact

import "strings"

// findAssigned finds values that are assigned to a name of a secret: DB_PASSWORD=…,
// "apiKey": "…", --token …, password is …. Whether they are secrets depends on the value.
func findAssigned(s string, start, end int, out []span) []span {
	if covered(out, start) || inValue(out, start) {
		return out
	}
	n, ok := secretName(s, start, end)
	if !ok {
		return out
	}
	v, ok := assignedTo(s, n)
	if !ok {
		return out
	}
	if !v.quoted {
		v.end = bareEnd(s, v.start, n.inURL, maxJudged)
	}
	text := s[v.start:v.end]
	surroundings := value{kind: n.kind, strong: v.strong, quoted: v.quoted, verb: n.verb && !n.sql, name: s[n.start:n.end]}
	surroundings.secret = hasSuffixFold(s[:end], "secret")
	surroundings.alone = !v.quoted && !n.verb && (v.sep == sepColon || v.sep == sepEqual) && onItsOwn(s, n.start, v.end)
	surroundings.sure = v.strong && v.sep != sepColon && (n.capitals || n.flag || v.sep == sepNetrc || n.inURL || n.start > 0 && s[n.start-1] == ';')
	if v.sep == sepFlag && !v.quoted && (text == "" || text[0] == '-' || s[v.start-1] != '=' && !hasDigit(text) && !hasSpecial(text)) {
		return out
	}
	if !credible(text, surroundings) && !isPassphrase(s[start:end], text, v) {
		return out
	}
	if !v.quoted {
		v.end = bareEnd(s, v.start, n.inURL, maxValue)
	}
	rule := "secret"
	if n.kind == kindPassword {
		rule = "password"
	}
	return append(out, span{start: v.start, end: v.end, rule: rule, rank: byName})
}

// onItsOwn reports whether s[start:end] is the whole content of its line.
func onItsOwn(s string, start, end int) bool {
	for start > 0 && (s[start-1] == ' ' || s[start-1] == '\t') {
		start--
	}
	for end < len(s) && (s[end] == ' ' || s[end] == '\r') {
		end++
	}
	return (start == 0 || s[start-1] == '\n') && (end == len(s) || s[end] == '\n')
}

// assigned returns the value after the name that s[start:end] ends, for names other than
// those of findAssigned.
func assigned(s string, start, end int) (assignment, bool) {
	n := nameAround(s, start, end)
	if n.end < 0 {
		return assignment{}, false
	}
	v, ok := assignedTo(s, n)
	return v, ok
}

// assignedTo reads separator and quotes after a name. The end of a bare value is set to its start.
func assignedTo(s string, n name) (assignment, bool) {
	v, i, ok := readSeparator(s, n)
	if !ok {
		return v, false
	}
	i = skipInline(s, i)
	if v.sep == sepColon {
		i = skipType(s, i)
	}
	v.start, v.end = i, i
	if i >= len(s) {
		return v, false
	}
	if from, to, ok := quotation(s, i); ok {
		v.start, v.end, v.quoted = from, to, true
		v.strong = v.sep != sepWord && v.sep != sepSpace && (v.sep != sepCall || n.kind == kindToken || n.capitals) || n.sql
		return v, to > from
	}
	tight := v.sep == sepEqual && i > 0 && s[i-1] == '='
	v.strong = v.sep == sepFlag || v.sep == sepNetrc || tight && i-n.end <= 2
	return v, v.sep != sepCall && v.sep != sepSpace
}

// isPassphrase reports whether a value is several plain words, quoted or joined by dashes,
// after a name that announces a passphrase.
func isPassphrase(word, text string, v assignment) bool {
	if !strings.EqualFold(word, "passphrase") || text == "" || placeholder(text) {
		return false
	}
	fields := strings.Split(text, "-")
	if v.quoted && len(fields) < 4 {
		fields = strings.Fields(text)
	}
	for _, f := range fields {
		if !isASCII(f) || f != strings.ToLower(f) {
			return false
		}
	}
	return len(fields) >= 4 && len(fields) <= 24
}
