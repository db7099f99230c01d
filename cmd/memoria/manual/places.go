package manual

import (
	"fmt"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// Environment are the variables that memoria reads.
var Environment = []row{
	{"MEMORIA_VAULT", "The vault to work on, if no --vault names one."},
	{"MEMORIA_TZ", "The zone that decides the day of an entry, such as Europe/Berlin."},
	{"MEMORIA_PROVIDER", "What writes entries: auto, claude, anthropic, openai, command or extractive."},
	{"MEMORIA_COMPILE_INTERVAL_MIN", "Least minutes between two compiles of one log."},
	{"MEMORIA_CAPTURE_TURNS", "Answers that wait before a session that goes on is read into the logs."},
	{"MEMORIA_CAPTURE_EVERY_MIN", "Minutes that the first of them waits."},
	{"MEMORIA_CONTEXT", "What a session that begins is told: on, off, or at most so many characters."},
	{"MEMORIA_RECALL", "The same beside a prompt that the vault answers."},
	{"XDG_CONFIG_HOME", "Folder of your own settings, in place of ~/.config."},
	{"XDG_STATE_HOME", "Folder of what memoria notes of this machine, in place of ~/.local/state."},
	{"XDG_CACHE_HOME", "Folder of what can be made again, in place of ~/.cache."},
	{"CLAUDE_CONFIG_DIR, CODEX_HOME, COPILOT_HOME, GEMINI_CLI_HOME", "Where these agents keep their files."},
	{"ANTHROPIC_API_KEY, OPENAI_API_KEY", "Keys for the models that the settings name."},
}

var files = []row{
	{"~/.config/memoria/config.yaml", "Your own settings, for all vaults."},
	{"daily/", "In a vault: the day logs, which everything else is made of."},
	{"wiki/", "The articles."},
	{layout.Config, "The settings of the vault."},
	{layout.Log, "What hooks and workers met with."},
	{layout.Folder + "/", "Whatever else memoria keeps of the vault."},
	{"~/.local/state/memoria/", "What memoria noted of this machine."},
}

var codes = []row{
	{fmt.Sprint(exit.Done), "Done. Also: nothing was found, or some sessions were left out with a reason."},
	{fmt.Sprint(exit.Failure), "Something is wrong, failed or was set aside."},
	{fmt.Sprint(exit.Usage), "The command line cannot be understood."},
	{fmt.Sprint(exit.Vault), "There is no vault, or its settings are bad."},
	{fmt.Sprint(exit.Locked), "Another run is at work."},
	{fmt.Sprint(exit.Provider), "The model asked for cannot be used."},
	{fmt.Sprint(exit.Budget), "A limit on what models are asked was reached; nothing was."},
	{fmt.Sprint(exit.Interrupted), "Ctrl-C."},
}
