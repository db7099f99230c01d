// Package target reads the targets of links as the tools do that write vaults. It decides whether a link that
// Obsidian does not resolve works in another tool (tolerate.go, nickname.go), and whether a page has the heading or
// block that a link names (place.go).
package target
