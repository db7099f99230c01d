// Package chart draws the graph of pages: the neighbours of one page as SVG (local.go), and all pages as points on a
// plane (layout.go, data.go), which a script draws and lets people move.
//
// Everything is a function of the graph alone: no clock, no random seed other than the names, no earlier
// drawing. So the site's files do not depend on earlier builds, and a page that is added or removed moves the others
// little; layout.go says why.
package chart

// A Node is a page.
type Node struct {
	ID      string // its path in the vault: what its place begins from
	Title   string
	Href    string // from the site's root, escaped as an address
	Type    string // concept, connection, qa, day or page
	Project string
	Tags    []string
	Day     string // when it last changed, 2026-11-27, or ""
}

// A Link joins two nodes, by their index.
type Link struct{ From, To int }

// A Point is a position on the plane. All positions are in a circle of radius 1.
type Point struct{ X, Y float64 }
