package redact

import (
	"strings"

	"github.com/agent-admin/memoria/flush/redact/ascii"
	"github.com/agent-admin/memoria/flush/redact/shape"
	"github.com/agent-admin/memoria/flush/redact/span"
	"github.com/agent-admin/memoria/flush/redact/value"
)

// A commandFlag is a program with its short flag for a password, or with the place of the password among its arguments.
type commandFlag struct {
	command  string
	flag     string // "" if it is an argument
	nth      int    // the number of the argument after the command, from 1
	attached bool   // -pPASSWORD as well as, or instead of, -p PASSWORD
	spaced   bool
	pair     bool // user:password
}

var commandFlags = []commandFlag{
	{command: "mysql", flag: "-p", attached: true},
	{command: "mysqldump", flag: "-p", attached: true},
	{command: "mysqladmin", flag: "-p", attached: true},
	{command: "mariadb", flag: "-p", attached: true},
	{command: "sshpass", flag: "-p", attached: true, spaced: true},
	{command: "redis-cli", flag: "-a", spaced: true},
	{command: "docker login", flag: "-p", spaced: true},
	{command: "podman login", flag: "-p", spaced: true},
	{command: "helm registry login", flag: "-p", spaced: true},
	{command: "az login", flag: "-p", spaced: true},
	{command: "ldapsearch", flag: "-w", spaced: true},
	{command: "ldapwhoami", flag: "-w", spaced: true},
	{command: "ldapadd", flag: "-w", spaced: true},
	{command: "ldapmodify", flag: "-w", spaced: true},
	{command: "ldappasswd", flag: "-w", spaced: true},
	{command: "http", flag: "-a", spaced: true, pair: true},
	{command: "http", flag: "--auth", spaced: true, pair: true},
	{command: "https", flag: "-a", spaced: true, pair: true},
	{command: "https", flag: "--auth", spaced: true, pair: true},
	{command: "sqlcmd", flag: "-P", attached: true, spaced: true},
	{command: "bcp", flag: "-P", attached: true, spaced: true},
	{command: "mongo", flag: "-p", spaced: true},
	{command: "mongosh", flag: "-p", spaced: true},
	{command: "mongodump", flag: "-p", spaced: true},
	{command: "mongorestore", flag: "-p", spaced: true},
	{command: "mongoimport", flag: "-p", spaced: true},
	{command: "mongoexport", flag: "-p", spaced: true},
	{command: "zip", flag: "-P", attached: true, spaced: true},
	{command: "unzip", flag: "-P", attached: true, spaced: true},
	{command: "7z", flag: "-p", attached: true},
	{command: "7za", flag: "-p", attached: true},
	{command: "useradd", flag: "-p", spaced: true},
	{command: "usermod", flag: "-p", spaced: true},
	{command: "snmpwalk", flag: "-A", spaced: true},
	{command: "snmpget", flag: "-A", spaced: true},
	{command: "winrs", flag: "-p:", attached: true},
	{command: "gh secret set", flag: "--body", attached: true, spaced: true},
	{command: "gh secret set", flag: "-b", attached: true, spaced: true},
	{command: "openssl", flag: "-k", spaced: true},
	{command: "openssl", flag: "-K", spaced: true},
	{command: "smbclient", flag: "-U", spaced: true, pair: true},
	{command: "rpcclient", flag: "-U", spaced: true, pair: true},
	{command: "rabbitmqctl add_user", nth: 2},
	{command: "rabbitmqctl change_password", nth: 2},
	{command: "net use", nth: 3},
	{command: "htpasswd -b", nth: 3},
	{command: "htpasswd -bc", nth: 3},
	{command: "htpasswd -cb", nth: 3},
	{command: "htpasswd -bb", nth: 3},
	{command: "htpasswd -bbc", nth: 3},
	{command: "htpasswd -cbb", nth: 3},
	{command: "htpasswd -nb", nth: 2},
	{command: "htpasswd -bn", nth: 2},
	{command: "htpasswd -nbb", nth: 2},
	{command: "htpasswd -bnb", nth: 2},
	{command: "htpasswd -bbn", nth: 2},
	{command: "convertto-securestring", nth: 1},
	{command: "curl", flag: "-u", attached: true, spaced: true, pair: true},
	{command: "curl", flag: "--user", spaced: true, pair: true},
	{command: "curl", flag: "--proxy-user", spaced: true, pair: true},
	{command: "openssl", flag: "-pass", spaced: true, pair: true},
	{command: "openssl", flag: "-passin", spaced: true, pair: true},
	{command: "openssl", flag: "-passout", spaced: true, pair: true},
}

// maxCommand is the length of the part of a command line that is searched for the flag.
const maxCommand = 1024

func commandDetectors() []span.Anchored {
	all := make([]span.Anchored, len(commandFlags))
	for i, c := range commandFlags {
		all[i] = span.Anchored{Anchors: []string{c.command}, Detect: c.find}
	}
	return all
}

func (c commandFlag) find(s string, start, end int, out []span.Span) []span.Span {
	if !ascii.WordStart(s, start) || end >= len(s) || s[end] != ' ' {
		return out
	}
	line := s[end:min(len(s), end+maxCommand)]
	for i := 0; i < len(line); i++ {
		if line[i] == '\n' && (i == 0 || line[i-1] != '\\') {
			line = line[:i]
		}
	}
	if c.nth > 0 {
		if a, b, ok := c.place(line); ok {
			out = append(out, span.Span{Start: end + a, End: end + b, Rule: "password", Rank: span.ByName})
		}
		return out
	}
	for at := 0; ; {
		i := strings.Index(line[at:], " "+c.flag)
		if i < 0 {
			return out
		}
		at += i + 1 + len(c.flag)
		from := at
		if at < len(line) && (line[at] == ' ' || line[at] == '=' && strings.HasPrefix(c.flag, "--")) {
			if !c.spaced {
				continue
			}
			from++
		} else if !c.attached {
			continue
		}
		if a, b, ok := c.argument(line, from); ok {
			return append(out, span.Span{Start: end + a, End: end + b, Rule: "password", Rank: span.ByName})
		}
	}
}

// place returns the position of the nth argument in the rest of a command line, flags not counted.
func (c commandFlag) place(line string) (start, end int, ok bool) {
	for n, i := 0, 0; i < len(line); {
		i += ascii.Count(line[i:], " ", len(line))
		start, end = word(line, i)
		if end < 0 || end == i {
			return 0, 0, false
		}
		if line[i] != '-' {
			if n++; n == c.nth {
				return c.argument(line, i)
			}
		}
		i = max(end, start) + 1
	}
	return 0, 0, false
}

// word returns the position of the argument at i, without its quotes; end is -1 if a quote is not closed.
func word(line string, i int) (start, end int) {
	if i < len(line) && (line[i] == '"' || line[i] == '\'') {
		n := strings.IndexByte(line[i+1:], line[i])
		if n < 0 {
			return i, -1
		}
		return i + 1, i + 1 + n
	}
	end = i
	for end < len(line) && !ascii.IsSpace(line[end]) && (strings.IndexByte("\"'`|;&<>", line[end]) < 0) {
		end++
	}
	return i, end
}

// argument returns the position of the password in the argument at i.
func (c commandFlag) argument(line string, i int) (start, end int, ok bool) {
	start, end = word(line, i)
	if end < 0 {
		return 0, 0, false
	}
	if n := strings.IndexByte(line[start:end], '\\'); n >= 0 && c.nth == 0 {
		end = start + n
	}
	if c.pair {
		n := strings.IndexAny(line[start:end], ":%")
		if n < 0 {
			return 0, 0, false
		}
		if kind := line[start : start+n]; c.command == "openssl" && kind != "pass" {
			return 0, 0, false
		}
		start += n + 1
	}
	text := line[start:end]
	if len(text) < 3 || len(text) <= 5 && ascii.Run(text, 0, ascii.Digit) == len(text) || value.IsPlaceholder(text) || strings.HasPrefix(text, "://") || shape.IsReference(text) && text[0] == '$' || text[0] == '-' {
		return 0, 0, false
	}
	return start, end, true
}
