// Command spool is a model that a reader plays, for whoever works on prompts. It stands in the settings as
//
//	models:
//	  command: {argv: [spool, /home/me/prompts], model: reader, timeout: 24h, context: 200000}
//
// It leaves each prompt in the folder as HASH.prompt.md, waits for HASH.answer.md beside it, and prints that. The name
// comes from the words of the prompt: one that is asked again, as after a kill, has its answer already.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil"
)

func main() {
	poll := flag.Duration("poll", 2*time.Second, "how often to look for the answer, which must not have changed since the last look")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: spool [-poll 2s] FOLDER < PROMPT")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	prompt, err := io.ReadAll(os.Stdin)
	if err == nil {
		var answer []byte
		answer, err = spool(ctx, flag.Arg(0), prompt, *poll)
		os.Stdout.Write(answer)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "spool:", err)
		os.Exit(1)
	}
}

// spool leaves a prompt in a folder and returns its answer, which is there once it is not blank and two looks see the
// same.
func spool(ctx context.Context, folder string, prompt []byte, poll time.Duration) ([]byte, error) {
	dir, err := fsutil.CreateDir(folder, 0o700)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	name := fsutil.Hash(prompt)[:12]
	if _, err := dir.WriteFile(name+".prompt.md", prompt, 0o600); err != nil {
		return nil, err
	}
	for last := ""; ; {
		answer, err := dir.ReadFile(name + ".answer.md")
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if strings.TrimSpace(string(answer)) != "" && string(answer) == last {
			return answer, nil
		}
		last = string(answer)
		select {
		case <-time.After(poll):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
