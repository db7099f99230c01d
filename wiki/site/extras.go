package site

// extras adds the files for other programs.
func (s *Site) extras(add func(name string, make func() ([]byte, error))) {
	add(".nojekyll", func() ([]byte, error) { return nil, nil }) // some hosts leave out what begins with _
}
