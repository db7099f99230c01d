package main

import (
	"encoding/json"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/fsutil"
)

// rules tells the settings that keep something out from others.
func rules(c vault.Config) string {
	b, err := json.Marshal([][]string{c.Private, c.Include, c.Exclude})
	if err != nil { // they are texts
		panic(err)
	}
	return fsutil.Hash(b)[:12]
}
