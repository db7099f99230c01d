package summary

// merge puts parts together in order, under the title of the part with the most bullets. What several of them say stands
// once.
func merge(parts []part) (whole part) {
	most := 0
	for _, p := range parts {
		if len(p.bullets) > most {
			most, whole.title, whole.context = len(p.bullets), p.title, p.context
		}
		for _, b := range p.bullets {
			if !whole.has(b) {
				whole.bullets = append(whole.bullets, b)
			}
		}
	}
	return whole
}
