// Package layout defines what is below .memoria/ in a vault: every name, the package that owns it, the
// version of its format, and the order in which locks are taken.
//
// A person's texts are in daily/ and wiki/. Below .memoria/ only config.yaml and templates/ are a
// person's. State records what was done, a cache can be rebuilt from the Markdown: both can be deleted
// without losing knowledge. Three hold what nothing else has: the archive is the only copy of the turns once
// the agent has deleted its transcripts, forgotten.json keeps forgotten things from coming back, and
// projects.json remembers which projects a person renamed, merged or split. Only
// the user may read any of it: folders have mode 0700, files 0600, except what a person shares.
package layout

import "strings"

// Folder is the name of the folder that makes its parent folder a vault.
const Folder = ".memoria"

// Files that a person edits or shares.
const (
	Config        = Folder + "/config.yaml"
	Ignore        = Folder + "/.gitignore"
	Templates     = Folder + "/templates"
	SiteTemplates = Templates + "/site"
	Site          = Folder + "/site" // default folder of build
	Demo          = Folder + "/demo" // marks a vault of sample sessions
)

// What the machines of a shared vault have in common.
const (
	Shared      = Folder + "/shared"
	SharedVault = Shared + "/vault" // the id of the vault, which makes it a shared one

	SharedBase     = Shared + "/base"     // generated texts of pages that a person edited, by sum
	SharedCompiled = Shared + "/compiled" // what each machine compiled
	SharedEdits    = Shared + "/edits"    // accepted edits of models, which the articles are made from
	SharedLeft     = Shared + "/left"     // machines that are not waited for, NAME@DAY
	SharedSigned   = Shared + "/signed"   // what each machine wrote, signed by it
	SharedProjects = Shared + "/projects" // which repositories are one project, as each machine says
)

// OfMachine reports whether a name is that of state, which belongs to one machine: in a shared vault it lies outside
// of the vault.
func OfMachine(name string) bool {
	rest, ok := strings.CutPrefix(name, Folder+"/")
	if !ok {
		return false
	}
	top, _, _ := strings.Cut(rest, "/")
	switch Folder + "/" + top {
	case Config, Ignore, Templates, Shared, Demo:
		return false
	}
	return true
}

// Locks are files beside the data that are never renamed or removed. A run takes them in this order, and never
// takes an earlier one while it holds a later one.
const (
	LockWatch    = lockFolder + "watch"    // a watch, as long as it runs
	LockPublish  = lockFolder + "publish"  // what memoria wrote into agents' own files
	LockSite     = lockFolder + "site"     // one build at a time
	LockImprove  = lockFolder + "improve"  // one improve at a time
	LockWorker   = lockFolder + "worker"   // the one process that works the queue
	LockSync     = lockFolder + "sync"     // one sync at a time
	LockImport   = lockFolder + "import"   // whoever writes session records, the archive and logs
	LockCompile  = lockFolder + "compile"  // whoever writes articles
	LockDaily    = lockFolder + "daily"    // shared to read the logs, exclusive for one append
	LockCalls    = lockFolder + "calls"    // one record of a call; nothing is locked under it
	LockProjects = lockFolder + "projects" // the book of projects; nothing is locked under it
	LockInstall  = lockFolder + "install"  // the list of installations; nothing is locked under it
	LockMachine  = lockFolder + "machine"  // the identity of this machine; nothing is locked under it
	LockModel    = lockFolder + "model-"   // followed by a number: one call under way
	lockFolder   = Folder + "/lock/"
)

// State files, each one JSON object with a version.
const (
	State         = Folder + "/state"
	Compiled      = State + "/compile.json"    // which logs and pages a compile has seen
	Change        = State + "/change.json"     // a compile, mv, merge or undo that has begun to write
	Undo          = State + "/undo"            // the changes that can be taken back
	Pages         = State + "/pages"           // pages as memoria last wrote them, by hash
	Asked         = State + "/asked.json"      // answers that were filed as articles
	Published     = State + "/published.json"  // blocks in agents' own files
	Hook          = State + "/hook.json"       // settings that a hook needs
	Installed     = State + "/install.json"    // agents that have hooks here
	Ceiling       = State + "/ceiling.json"    // new sessions in the last hour
	Scanned       = State + "/scan.json"       // when transcripts were last looked for
	Told          = State + "/told.json"       // what agents remembered by themselves
	Awaited       = State + "/awaited.json"    // sessions whose transcript is missing
	WorkerRun     = State + "/worker.json"     // results of the last worker
	Synced        = State + "/sync.json"       // how the last syncs went, and what holds the next
	SyncNotice    = State + "/sync-notice"     // what the next session is told of it, once
	Improved      = State + "/improve.json"    // how far an improve came, and what it left as it was
	Serving       = State + "/serve.json"      // the address of the server that runs
	Sites         = State + "/sites.json"      // the folders that sites were built in
	Rows          = State + "/rows.bin"        // which rows of transcripts were captured
	Machine       = Folder + "/machine.json"   // what this machine is called in a shared vault
	Trusted       = State + "/trusted.json"    // machines of a shared vault that are trusted here
	Accepted      = State + "/accepted.json"   // settings of a shared vault, as they hold here
	LogsIn        = State + "/logs.json"       // the folder where the logs stand, if it is not the default
	Own           = State + "/written"         // what this machine wrote into the logs of a shared vault
	Signing       = State + "/key"             // by which it signs that
	Proved        = State + "/proved"          // what other machines are known to have written
	Forgotten     = Folder + "/forgotten.json" // hashes of what must never be captured again
	Projects      = Folder + "/projects.json"  // which repositories are one project, and what it is called
	Sessions      = Folder + "/sessions"       // a record of each session
	Archive       = Folder + "/archive"        // turns as they were captured
	Queue         = Folder + "/queue"          // notes and jobs
	Torn          = Folder + "/torn"           // ends that were cut off from logs
	Absorbed      = Folder + "/absorbed"       // copies of articles by sync tools, of which everything was taken in
	Calls         = Folder + "/calls"          // calls of models and their cost
	Replies       = Folder + "/replies"        // answers of models, kept to be used again
	Programs      = Folder + "/programs"       // folders in which commands of the user's run
	ReceiptsGiven = Folder + "/receipts/given" // what sessions were shown
	ReceiptsUsed  = Folder + "/receipts/used"  // what of it they used
	Logs          = Folder + "/logs"
	Log           = Logs + "/memoria.log" // what hooks and workers did
	Probe         = Folder + "/doctor"    // a file that doctor writes to see whether it can
)

// Versions of the state files. A file of a later version is refused.
const (
	CompiledVersion  = 1
	ChangeVersion    = 1
	AskedVersion     = 1
	PublishedVersion = 1
	HookVersion      = 3
	InstalledVersion = 1
	CeilingVersion   = 1
	ScannedVersion   = 1
	ToldVersion      = 1
	AwaitedVersion   = 1
	WorkerRunVersion = 1
	SyncedVersion    = 1
	ImprovedVersion  = 1
	SitesVersion     = 1
	MachineVersion   = 1
	TrustedVersion   = 2
	AcceptedVersion  = 1
	LogsInVersion    = 1
	ForgottenVersion = 1
	ProjectsVersion  = 1
	SessionVersion   = 1
	JobVersion       = 1
	CallVersion      = 1
	ReplyVersion     = 1
)

// Caches. Each file begins with a key that includes its version; a file with another key is rebuilt.
const (
	Cache         = Folder + "/cache"
	CacheTick     = Cache + "/tick" // a file whose time is compared with others'
	CacheSearch   = Cache + "/search"
	CacheVectors  = Cache + "/vectors"
	CacheIdle     = Cache + "/idle"
	CacheSite     = Cache + "/site"
	CacheLive     = Cache + "/site-live"
	CacheHolds    = Cache + "/holds"
	CacheControls = Cache + "/controls" // what the logs say about forgetting
	CacheNamed    = Cache + "/named"    // which projects the articles name
	CacheReadings = Cache + "/readings" // what the entries of the logs tell by their words
	CacheTasks    = Cache + "/tasks"    // what the logs say is to be done
	CacheJudged   = Cache + "/judged"   // how far the lines of the logs were compared
)
