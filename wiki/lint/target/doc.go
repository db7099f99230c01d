// Package target reads the targets of links as the tools do that write vaults: whether one that Obsidian does not
// resolve leads somewhere all the same, and whether a page has the heading or block that one names.
package target
