package chart

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
)

// scale is the resolution of positions: a thousandth of the radius is less than a pixel on most screens.
const scale = 1000

// A file is the data for the page's script, by columns, which are short and compress well.
type file struct {
	Titles   []string `json:"title"`
	Hrefs    []string `json:"href"`
	Types    []int    `json:"type"`    // indexes of names
	Projects []int    `json:"project"` // indexes of names, -1 for none
	Tags     [][]int  `json:"tags"`
	Days     []string `json:"day"`
	X        []int    `json:"x"` // -1000 to 1000
	Y        []int    `json:"y"`
	Links    []int    `json:"link"` // from, to, from, to …
	Names    []string `json:"name"` // of types, projects and tags, sorted
}

// Data returns the file that a graph is drawn from: a call of the script's memoria function.
func Data(nodes []Node, links []Link) []byte {
	var f file
	number := names(nodes, &f)
	places := Layout(nodes, links)
	for i, n := range nodes {
		f.Titles = append(f.Titles, n.Title)
		f.Hrefs = append(f.Hrefs, n.Href)
		f.Types = append(f.Types, number[n.Type])
		project, tags := -1, []int{}
		if n.Project != "" {
			project = number[n.Project]
		}
		for _, t := range n.Tags {
			tags = append(tags, number[t])
		}
		f.Projects, f.Tags, f.Days = append(f.Projects, project), append(f.Tags, tags), append(f.Days, n.Day)
		f.X = append(f.X, int(math.Round(places[i].X*scale)))
		f.Y = append(f.Y, int(math.Round(places[i].Y*scale)))
	}
	for _, l := range links {
		f.Links = append(f.Links, l.From, l.To)
	}
	var out bytes.Buffer
	out.WriteString(`memoria("graph",`)
	if err := json.NewEncoder(&out).Encode(f); err != nil { // strings and numbers
		panic(err)
	}
	out.Truncate(out.Len() - 1) // the encoder's line end
	out.WriteString(");\n")
	return out.Bytes()
}

// names numbers the names of types, projects and tags.
func names(nodes []Node, f *file) map[string]int {
	for _, n := range nodes {
		f.Names = append(f.Names, n.Type)
		if n.Project != "" {
			f.Names = append(f.Names, n.Project)
		}
		f.Names = append(f.Names, n.Tags...)
	}
	slices.Sort(f.Names)
	f.Names = slices.Compact(f.Names)
	number := make(map[string]int, len(f.Names))
	for i, name := range f.Names {
		number[name] = i
	}
	return number
}
