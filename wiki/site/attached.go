package site

// setAttachedKeys names what the keys of pictures and other files that are copied are made from. They are not
// read for it.
func (s *Site) setAttachedKeys() {
	if s.src.Mark == nil {
		return
	}
	for from, to := range s.plan.files {
		s.keys[to] = func(*digests) string {
			if mark := s.src.Mark(from); mark != "" {
				return sumOf("attached", from, mark)
			}
			return ""
		}
	}
}
