package llm

import (
	"context"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/ask"
)

// orphanVariable makes this binary ask a program that plays the scene of this file.
const orphanVariable = "LLM_ORPHAN"

func askUntilKilled(path string) {
	exe, err := os.Executable()
	if err != nil {
		panic(err)
	}
	w := World{Getenv: os.Getenv, Environ: append(os.Environ(), fakeVariable+"="+path), State: path + ".state", Now: time.Now}
	c := &Command{Settings: Settings{Argv: []string{exe, "ask"}, Timeout: time.Minute}, World: w}
	c.Generate(context.Background(), ask.Question{Prompt: "x"})
	os.Exit(0)
}

// A program that prints without end is cut near what was asked for, and no more is booked than that.
func TestRunawayAnswerIsCut(t *testing.T) {
	t.Parallel()
	w, _ := scene{Size: 200 << 10}.program(t) // below maxAnswer
	b := newBench(t)
	c := b.client(&Command{Settings: Settings{Argv: []string{self(t), "ask"}}, World: w})
	reply, x := asks(t, c, ask.Question{MaxTokens: 100})
	must.Hold(t, x != nil && x.Kind == ask.Truncated && reply.Text == "", "%d bytes, %v", len(reply.Text), x)
	u := c.run
	must.Hold(t, u.Out == 100 && u.Failed == 1, "booked %+v", u)
	if _, x := asks(t, c, ask.Question{MaxTokens: 16 << 10}); x != nil { // as long as was asked for
		t.Error(x)
	}
}

func TestSecretsOfAnEnvironment(t *testing.T) {
	t.Parallel()
	got := keysIn([]string{"MYPASS=hunter2hunter2", "DB_PWD=correct-horse", "AWS_CRED=battery", "PWD=/home/x/work", "OLDPWD=/home/x", "SSH_ASKPASS=/usr/bin/ask", "LANG=C.UTF-8"})
	slices.Sort(got)
	want := []secret{"battery", "correct-horse", "hunter2hunter2"}
	must.Hold(t, slices.Equal(got, want), "%d secrets, want %d", len(got), len(want))
	must.Text(t, scrub("bad key hunter2hunter2 in /home/x/work", got...), "the text").Has("/home/x/work").Lacks("hunter2")
}
