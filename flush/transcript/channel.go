package transcript

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
)

// A channel is a plugin that brings messages from elsewhere into a session: from a chat, where a person writes, or from a
// program that reports something. The client wraps each into an element that says where it comes from:
//
//	<channel source="telegram" chat_id="7" message_id="12" user="ana" ts="2026-03-02T09:00:00Z">
//	the words
//	</channel>
//
// and marks the row as not typed. Plugins choose the attributes, and wrappers of other bridges have other names.
var (
	bridgeOpen      = lazy.Regexp(`^<([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))+)\s*>`)
	bridgeAttribute = lazy.Regexp(`([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')`)

	// chats are services in which people write; a source may name one within other words, plugin:telegram:telegram.
	chats = prose.Set("telegram discord imessage slack whatsapp signal matrix teams messenger wechat line sms zulip mattermost fakechat")
	// machines are names of senders that are no person.
	machines = prose.Set("system bot assistant agent claude webhook ci cron hook tool server monitor alert")
)

// bridged returns the words of people that a channel brought, without the wrappers. all says that text is nothing but
// messages of channels; without it text is returned as it is. marked says that the client marks the text as a channel's:
// then what stands beside the messages is the client's, too. from is who wrote the first of them, if it says.
func bridged(text string, marked bool) (words, from string, all bool) {
	at := strings.IndexByte(text, '<')
	if at < 0 || at > 0 && !marked {
		return text, "", false
	}
	var parts []string
	rest := text[at:]
	for n := 0; ; n++ {
		rest = strings.TrimSpace(rest)
		inner, after, name, person, ok := message(rest, marked)
		if !ok && (rest != "" && !marked || n == 0) {
			return text, "", false
		}
		if !ok {
			return strings.Join(parts, "\n\n"), from, true
		}
		if inner, _ = unwrapped(clean(inner)); person && !wordless(inner) {
			from = cmp.Or(from, name)
			parts = append(parts, inner)
		}
		rest = after
	}
}

// message reads the message of a channel that text begins with.
func message(text string, marked bool) (inner, rest, from string, person, ok bool) {
	m := bridgeOpen().FindStringSubmatchIndex(text)
	if m == nil || slices.ContainsFunc(blocks, func(b wrapper) bool { return opens(text, b.name) }) {
		return "", "", "", false, false
	}
	name := text[m[2]:m[3]]
	inner, rest, ok = strings.Cut(text[m[1]:], "</"+name+">")
	source, from, person := sender(text[m[4]:m[5]])
	return inner, rest, from, person, ok && (marked || source)
}

// sender reads the attributes of a message: whether they name a source, who wrote it, and whether that is a person. A chat
// names a person or a conversation; a message of a program or of another agent names neither.
func sender(attributes string) (source bool, from string, person bool) {
	machine := false
	for _, a := range bridgeAttribute().FindAllStringSubmatch(attributes, -1) {
		value := strings.ToLower(a[2] + a[3])
		key, _, _ := strings.Cut(strings.ToLower(strings.ReplaceAll(a[1], "-", "_")), "_")
		switch key {
		case "source", "channel", "platform":
			source = true
			for _, word := range strings.FieldsFunc(value, func(r rune) bool { return r == ':' || r == '/' || r == '-' || r == '_' || r == '@' }) {
				person = person || chats()[word]
			}
		case "user", "username", "sender", "author", "chat", "chatid", "userid":
			person = true
			machine = machine || machines()[value]
			if !strings.HasPrefix(key, "chat") {
				from = cmp.Or(from, value)
			}
		case "bot", "is":
			machine = machine || value == "true"
		}
	}
	return source, from, person && !machine
}
