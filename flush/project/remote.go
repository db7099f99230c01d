package project

import (
	"net/url"
	"strings"
)

// Remote returns the address of a repository on another machine in one form for all its spellings: host/owner/name, in lower
// case. It is "" for what is none, such as a folder, and for a host alone, with which every repository there would be one.
func Remote(address string) string {
	if scheme, rest, ok := strings.Cut(address, "://"); ok && strings.Contains(rest, "@") { // a password may be no URL's
		address = scheme + "://" + rest[strings.LastIndexByte(rest, '@')+1:]
	}
	host, name := "", ""
	switch u, err := url.Parse(address); {
	case err == nil && u.Host != "":
		host, name = u.Hostname(), u.Path // neither who asks nor by which protocol and port
	case err == nil && u.Scheme == "file":
		return ""
	default: // git@host:owner/name
		var ok bool
		host, name, ok = strings.Cut(address[strings.LastIndexByte(address, '@')+1:], ":")
		if !ok || len(host) < 2 || strings.ContainsAny(host, `/\`) {
			return ""
		}
	}
	name = strings.TrimRight(strings.TrimSuffix(strings.Trim(name, "/"), ".git"), "/")
	if host == "" || name == "" {
		return ""
	}
	return strings.ToLower(host + "/" + name)
}
