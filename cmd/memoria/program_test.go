package main

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent"
	"github.com/agent-admin/memoria/cmd/internal/command"
)

// scriptNow is the variable by which a script sets the clock; only this test's main reads it.
const scriptNow = "SCRIPT_NOW"

// scriptQuiet is the variable by which a test has a compile leave alone what was saved just now.
const scriptQuiet = "SCRIPT_QUIET"

// scriptMain is the program as scripts and the kill tests run it: a process of its own.
func scriptMain() {
	env := command.OSEnv()
	env.Local = time.UTC
	env.Getenv = func(name string) string {
		if name == "PATH" { // nor by a program
			return ""
		}
		return os.Getenv(name)
	}
	env.Quiet, _ = time.ParseDuration(os.Getenv(scriptQuiet)) // none, unless a test saves in pieces
	if s := os.Getenv(scriptNow); s != "" {
		now, err := time.Parse(time.RFC3339, s)
		if err != nil {
			panic(err)
		}
		env.Now = func() time.Time { return now }
	}
	os.Exit(interruptible(func(ctx context.Context) int { return run(ctx, env, os.Args[1:]) }))
}

// hookMain is the program memoria-hook, which lies beside memoria in scripts.
func hookMain() {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	agent.Main(filepath.Join(filepath.Dir(self), "memoria"+filepath.Ext(self)), os.Args[1:])
}
