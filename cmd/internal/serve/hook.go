package serve

import (
	"bytes"
	"net/http"
)

// hook takes the report of an agent's HTTP hook. The answer is 202 as soon as the note is kept, with the one JSON
// object that is meant for the agent, if there is any. What is wrong with a payload is a line of the log, as with a
// hook process: an agent can do nothing about it.
func (s *Server) hook(w http.ResponseWriter, r *http.Request) {
	if s.Take == nil {
		http.Error(w, "no hooks are taken here", http.StatusNotFound)
		return
	}
	var answer bytes.Buffer
	s.Take(r.PathValue("agent"), r.PathValue("event"), http.MaxBytesReader(w, r.Body, maxPayload), &answer)
	if answer.Len() > 0 {
		w.Header().Set("Content-Type", types[".json"])
	}
	w.WriteHeader(http.StatusAccepted)
	w.Write(answer.Bytes())
}
