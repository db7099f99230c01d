package serve

import (
	"bytes"
	"net/http"
)

// hook takes the report of an agent's HTTP hook. The answer is 202 as soon as the note is kept, with the one JSON
// object that is meant for the agent, if there is any. What is not kept gets another status, and is a line of the log, too.
func (s *Server) hook(w http.ResponseWriter, r *http.Request) {
	if s.Take == nil {
		http.Error(w, "no hooks are taken here", http.StatusNotFound)
		return
	}
	var answer bytes.Buffer
	status, err := s.Take(r.PathValue("agent"), r.PathValue("event"), http.MaxBytesReader(w, r.Body, maxPayload), &answer)
	if err != nil {
		http.Error(w, err.Error(), status)
		return
	}
	if answer.Len() > 0 {
		w.Header().Set("Content-Type", types[".json"])
	}
	w.WriteHeader(status)
	w.Write(answer.Bytes())
}
