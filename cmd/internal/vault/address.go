package vault

import "strings"

// An address is one of the web. The package that knows all of them is not used here: hooks would wait until it and
// what the program reads the web with are set up.
type address struct {
	host, rest string // rest begins with a slash, or is ""
	user       bool   // somebody's name or password stands in it
}

// parseAddress reads what begins with http:// or https://, in letters that need no escape.
func parseAddress(s string) (a address, ok bool) {
	rest, ok := strings.CutPrefix(s, "https://")
	if !ok {
		rest, ok = strings.CutPrefix(s, "http://")
	}
	if !ok || !escaped(rest) {
		return a, false
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	a.host, a.rest = rest[:end], rest[end:]
	if i := strings.LastIndexByte(a.host, '@'); i >= 0 {
		a.host, a.user = a.host[i+1:], true
	}
	return a, isHost(a.host)
}

// escaped reports whether a text holds only what stands in an address as it is.
func escaped(s string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c <= ' ' || c >= 0x7f || strings.IndexByte("\"<>\\^`{|}", c) >= 0:
			return false
		case c == '%' && (i+2 >= len(s) || !isHex(s[i+1]) || !isHex(s[i+2])):
			return false
		}
	}
	return true
}

func isHex(c byte) bool { return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f' }

// isHost reports whether a text names a host, and a port perhaps.
func isHost(s string) bool {
	name, port := s, ""
	if strings.HasPrefix(s, "[") {
		end := strings.IndexByte(s, ']')
		if end < 3 || strings.Trim(s[1:end], "0123456789abcdefABCDEF:.") != "" || !strings.Contains(s[1:end], ":") {
			return false
		}
		if name, port = "v6", s[end+1:]; port != "" && port[0] != ':' {
			return false
		}
		port = strings.TrimPrefix(port, ":")
	} else if i := strings.IndexByte(s, ':'); i >= 0 {
		name, port = s[:i], s[i+1:]
	}
	for i := range len(name) {
		if c := name[i]; !isHex(c) && (c|0x20 < 'a' || c|0x20 > 'z') && c != '-' && c != '.' && c != '_' {
			return false
		}
	}
	return name != "" && strings.Trim(port, "0123456789") == ""
}
