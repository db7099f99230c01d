// Package chart draws how pages hang together: the surroundings of one as SVG, and all of them as places on
// a plane, which a script draws and lets people move in.
//
// Everything is a function of the graph alone: no clock, no seed but the names, no memory of an earlier
// drawing. So the site's files are the same however they came to be, and a page that comes or goes moves
// the others little; layout.go says why.
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

// A Point is a place on the plane. All places lie in a circle of radius 1.
type Point struct{ X, Y float64 }
