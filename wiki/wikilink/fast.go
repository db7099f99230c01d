package wikilink

func (d *Doc) quick(source []byte, base int) bool { return false }
