package layout

// A kind says how a name is used.
type kind int

// Kinds of names.
const (
	person kind = iota // a person's own; memoria writes it once
	lock               // stays for ever, and is empty
	record             // records what was done; forget removes the words from it
	made               // can be made again; forget clears it
)

// A named describes one name below .memoria/.
type named struct {
	path    string
	owner   string // package that reads and writes it, by its folder
	kind    kind
	version int // of its format; 0 if it has none, or a key of its own
}

// names lists every name, folders without their contents.
var names = []named{
	{Config, "cmd/internal/vault", person, 0},
	{Ignore, "cmd/internal/vault", person, 0},
	{Templates, "cmd/internal/handler/site", person, 0},
	{Site, "cmd/internal/vault", made, 0},
	{Demo, "cmd/internal/handler/importer", record, 0},
	{Shared, "cmd/internal/vault", person, 0},
	{SharedVault, "cmd/internal/vault", person, 0},
	{SharedBase, "compiler/adopt", record, 0},
	{SharedCompiled, "compiler/adopt", record, 0},
	{SharedEdits, "wiki/ask", record, ReplyVersion},
	{SharedLeft, "cmd/internal/handler/machines", person, 0},
	{SharedSigned, "daily/own", record, 0},
	{SharedProjects, "flush/project", record, 0},
	{LockWatch, "cmd/internal/handler/watch", lock, 0},
	{LockPublish, "cmd/internal/handler/publish", lock, 0},
	{LockSite, "cmd/internal/handler/site", lock, 0},
	{LockImprove, "cmd/internal/handler/improve", lock, 0},
	{LockWorker, "cmd/memoria", lock, 0},
	{LockSync, "cmd/internal/handler/sync", lock, 0},
	{LockImport, "cmd/memoria", lock, 0},
	{LockCompile, "compiler", lock, 0},
	{LockDaily, "daily", lock, 0},
	{LockCalls, "cmd/internal/llm/budget", lock, 0},
	{LockInstall, "cmd/internal/vault", lock, 0},
	{LockProjects, "flush/project", lock, 0},
	{LockMachine, "cmd/internal/vault", lock, 0},
	{LockModel, "cmd/internal/llm", lock, 0},
	{Compiled, "compiler/state", record, CompiledVersion},
	{Change, "compiler/journal", record, ChangeVersion},
	{Undo, "compiler/journal", made, ChangeVersion},
	{Pages, "compiler/state", record, 0},
	{Asked, "wiki/query", record, AskedVersion},
	{Published, "wiki/query/brief/prepared", record, PublishedVersion},
	{Hook, "cmd/internal/agent", made, HookVersion},
	{Installed, "cmd/internal/vault", record, InstalledVersion},
	{Ceiling, "flush/queue", record, CeilingVersion},
	{Scanned, "flush/ledger", record, ScannedVersion},
	{Told, "flush/notes", record, ToldVersion},
	{Awaited, "cmd/internal/handler/capture", record, AwaitedVersion},
	{WorkerRun, "cmd/internal/workspace", record, WorkerRunVersion},
	{Synced, "cmd/internal/workspace", record, SyncedVersion},
	{SyncNotice, "cmd/internal/agent", record, 0},
	{Improved, "cmd/internal/workspace", record, ImprovedVersion},
	{Serving, "cmd/internal/serve", record, 0},
	{Sites, "cmd/internal/vault", record, SitesVersion},
	{Rows, "flush", made, 0},
	{Machine, "cmd/internal/vault", record, MachineVersion},
	{Trusted, "cmd/internal/workspace", record, TrustedVersion},
	{Accepted, "cmd/internal/vault/accept", record, AcceptedVersion},
	{LogsIn, "cmd/internal/vault/standing", record, LogsInVersion},
	{Own, "daily/own", record, 0},
	{Signing, "daily/own", record, 0},
	{Proved, "daily/own", record, 0},
	{Forgotten, "flush/forgotten", record, ForgottenVersion},
	{Projects, "flush/project", record, ProjectsVersion},
	{Sessions, "flush", record, SessionVersion},
	{Archive, "flush", record, 0},
	{Queue, "flush/queue", record, JobVersion},
	{Torn, "daily", record, 0},
	{Absorbed, "compiler/adopt", made, 0},
	{Calls, "cmd/internal/llm/budget", record, CallVersion},
	{Replies, "wiki/ask", made, ReplyVersion},
	{Programs, "cmd/internal/llm", made, 0},
	{ReceiptsGiven, "wiki/receipt", record, 0},
	{ReceiptsUsed, "wiki/receipt", record, 0},
	{Logs, "cmd/internal/vault", made, 0},
	{Probe, "cmd/internal/handler/doctor", made, 0},
	{Cache, "whoever made it", made, 0},
}
