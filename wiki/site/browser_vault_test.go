package site

// reader is a vault that has something for every part of a page: what the browser is shown.
var reader = map[string]string{
	"daily/2026-02-26.md": `# Daily Log: 2026-02-26

## Sessions

### Session (09:12) - A log that two programs write
<!-- memoria:entry id=a123456789ab agent=claude session=1d3f0c1e-77aa-4b6e-9c0d-2f1e8a6b4c11 project=tide branch=main at=2026-02-26T09:12:00Z from=a to=b by=extractive -->

**Context:** Two programs appended to one log and lost a line.

**Decisions Made:**
- Lock the log itself while a program appends to it ^ka1b2c3

**Lessons Learned:**
- An append of less than a page is not atomic on a network file system ^ka2b2c3
<!-- /memoria:entry -->
`,
	"daily/2026-03-01.md": `# Daily Log: 2026-03-01

## Sessions

### Session (10:00) - Locks that a rename drops
<!-- memoria:entry id=b123456789ab agent=claude session=5d3f0c1e-77aa-4b6e-9c0d-2f1e8a6b4c11 project=tide branch=fix/locks at=2026-03-01T10:00:00Z from=a to=b by=extractive -->

**Context:** Why a second writer came in while the first still held its lock.

**Decisions Made:**
- Lock a sidecar file, because a rename drops the lock on the data file ^kb1b2c3
- Never delete a lock file: a waiter would hold a file that nobody else can see ^kb2b2c3

**Lessons Learned:**
- ` + "`flock`" + ` of one descriptor does not exclude two goroutines ^kb3b2c3

**Action Items:**
- [ ] Write a test that renames under a lock ^kb4b2c3
- [x] Read the manual page again ^kb5b2c3
<!-- /memoria:entry -->

### Session (16:40) - The queue and its worker
<!-- memoria:entry id=c123456789ab agent=claude session=6e3f0c1e-77aa-4b6e-9c0d-2f1e8a6b4c11 project=harbour branch=main at=2026-03-01T16:40:00Z from=c to=d by=extractive -->

**Decisions Made:**
- One worker empties the queue; the others leave at once ^kc1b2c3

**Preferences:**
- Always name the file in an error message ^kc2b2c3
<!-- /memoria:entry -->
`,
	"daily/2026-03-02.md": `# Daily Log: 2026-03-02

## Sessions

### Session (11:00) - Writing a file whole
<!-- memoria:entry id=d123456789ab agent=claude session=7f3f0c1e-77aa-4b6e-9c0d-2f1e8a6b4c11 project=tide branch=main at=2026-03-02T11:00:00Z from=e to=f by=extractive -->

**Decisions Made:**
- Write to a temporary file beside the data, sync it, rename it, sync the folder ^kd1b2c3
- Wait for a lock at most five seconds ^kd2b2c3
<!-- /memoria:entry -->
`,
	"wiki/concepts/sidecar-locks.md": `---
title: Sidecar locks
aliases: [lock file beside the data, "lockfile"]
tags: [locking, go/io, files]
type: concept
sources: ["[[2026-02-26]]", "[[2026-03-01]]"]
created: 2026-02-26
updated: 2026-03-02
status: settled
description: Why a lock lives beside the file it guards, and is never renamed or deleted.
owner: "[[work-queue|The queue]]"
reviewed: 2026-03-02
---

# Sidecar locks

A program that rewrites a file [[atomic-write|whole]] gives its name to another file. Whoever holds a lock on the old one holds a lock on nothing that anybody can open. So the lock lives in a file of its own, beside the data, and that file is only ever opened. The day log and the queue of work both keep one, and see [[nowhere to be found]] for what is missing.

## Key Points

- A rename of the data file drops its lock, so a sidecar file is locked instead ([[2026-03-01#^kb1b2c3|2026-03-01]])
- A lock file is never deleted: a waiter would hold a file that nobody else sees ([[2026-03-01#^kb2b2c3|2026-03-01]])
- A lock is waited for at most five seconds ([[2026-03-02#^kd2b2c3|2026-03-02]])
- One descriptor does not exclude two goroutines; a mutex stands before it ([[2026-03-01#^kb3b2c3|2026-03-01]])

## Details

The order in which locks are taken is fixed: *worker*, then **compile**, then the day. ==Nothing is called while a lock is held== but what ends by a deadline. The price is one empty file.[^price]

[^price]: And a folder of them where there are many, which ` + "`ls`" + ` shows and nobody reads.

` + "```go" + `
// Lock waits for the file's lock and returns what unlocks it.
func (d *Dir) Lock(ctx context.Context, name string) (unlock func(), err error) {
	f, err := d.root.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open lock %q: %w", name, err)
	}
	return func() { f.Close() }, nil // the lock goes with the descriptor
}
` + "```" + `

> [!warning] On a network file system
> The lock may be advisory in a way that nobody advised. Ask the [[work-queue]] before trusting it.

> [!question]- Is a lock needed for one writer?
> Yes: the editor is the second.

### How long it is held

| Lock | Held by | For |
|:-----|:-------:|----:|
| day | an append | 2 ms |
| compile | a whole compile | 90 s |
| worker | a job | 1 s |

### What was tried

1. Locking the log: dropped at the first rename.
2. A lock by name, ` + "`O_EXCL`" + `: left behind by the first crash.

- [x] sidecar
- [ ] lease for synced folders

![[atomic-write#The steps]]

$$
t_{wait} \le 5\,\mathrm{s}
$$

## History

- Until 2026-03-01: Lock the log itself while a program appends to it ([[2026-02-26#^ka1b2c3|2026-02-26]]); then: Lock a sidecar file while a program appends to the log ([[2026-03-01#^kb1b2c3|2026-03-01]])
`,
	"wiki/concepts/atomic-write.md": `---
title: Atomic write
tags: [files, go/io]
type: concept
sources: ["[[2026-03-02]]"]
created: 2026-03-02
updated: 2026-03-02
description: A reader sees the old file or the new one, and never a part.
---

# Atomic write

A file is written under another name and renamed. It needs [[sidecar-locks|a lock beside it]], as a rename drops any other.

## The steps

1. Write a temporary file in the same folder.
2. Sync it.
3. Rename it over the data ([[2026-03-02#^kd1b2c3|2026-03-02]]).

See https://example.org/rename and the [manual](https://example.org/a?b=c&d=e).
`,
	"wiki/concepts/work-queue.md": `---
title: Work queue
tags: [locking]
type: concept
sources: ["[[2026-03-01]]"]
created: 2026-03-01
description: One worker at a time; nobody waits for it.
---

# Work queue

One worker empties the queue; the others leave at once ([[2026-03-01#^kc1b2c3|2026-03-01]]). The worker holds one of the [[sidecar-locks]]. An [[atomic-write]] keeps each job whole.
`,
	"wiki/concepts/error-messages.md": `---
title: Error messages
tags: [style]
type: concept
sources: ["[[2026-03-01]]"]
created: 2026-03-01
description: What was attempted, and on which file.
---

# Error messages

An error names the file ([[2026-03-01#^kc2b2c3|2026-03-01]]). Sidecar locks say which lock they waited for.
`,
	"wiki/concepts/أقفال.md": `---
title: أقفال جانبية
lang: ar
tags: [locking]
type: concept
sources: ["[[2026-03-01]]"]
created: 2026-03-01
description: لماذا يعيش القفل بجانب الملف الذي يحرسه.
---

# أقفال جانبية

البرنامج الذي يعيد كتابة ملف كامل يعطي اسمه لملف آخر، انظر [[sidecar-locks|Sidecar locks]] و` + "`flock`" + `.

- القفل لا يحذف أبدا ([[2026-03-01#^kb2b2c3|2026-03-01]])

> [!tip] نصيحة
> استخدم ملفا منفصلا.
`,
	"wiki/concepts/並行処理.md": `---
title: 並行処理とロック
lang: ja
tags: [locking]
type: concept
sources: ["[[2026-03-01]]"]
created: 2026-03-01
description: ロックはデータの隣に置く。
---

# 並行処理とロック

データファイルの名前を変えるとロックは失われる。[[sidecar-locks]] を参照。
`,
	"wiki/concepts/long.md": `---
title: A_title_without_any_place_to_break_that_is_wider_than_any_telephone_in_anybodys_pocket
tags: [a-tag-that-is-as-long-as-a-sentence-but-has-no-place-to-break-at-all-whatever-is-done]
type: concept
sources: ["[[2026-03-01]]"]
created: 2026-03-01
description: averyveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryverylongwordindeed
---

https://example.org/an/address/that/goes/on/and/on/and/on/and/on/and/on/and/on/and/on/and/on/and/on/and/on

| a | b | c | d | e | f | g | h |
|---|---|---|---|---|---|---|---|
| aaaaaaaaaaaa | bbbbbbbbbbbb | cccccccccccc | dddddddddd | eeeeeeeeeee | ffffffffff | gggggggggg | hhhhhhhhhh |

` + "```\na line of code that is far wider than the page is, so that it has to be moved sideways within its own box and not the page\n```" + `

$$
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
$$
`,
	"wiki/connections/locks-and-renames.md": `---
title: Locks and renames
type: connection
tags: [locking, files]
sources: ["[[2026-03-01]]", "[[2026-03-02]]"]
created: 2026-03-02
updated: 2026-03-02
description: Each undoes the other unless the lock stands aside.
---

# Locks and renames

[[sidecar-locks]] exist because of [[atomic-write]]: the rename that makes a write whole takes the lock away.

- The lock stands aside ([[2026-03-01#^kb1b2c3|2026-03-01]])
- The rename is the last step but one ([[2026-03-02#^kd1b2c3|2026-03-02]])
`,
	"wiki/qa/why-a-lock-file.md": `---
title: Why is there an empty .lock file?
type: qa
tags: [locking]
sources: ["[[2026-03-01]]"]
created: 2026-03-01
description: It is locked, never read.
---

# Why is there an empty .lock file?

It is what is locked; see [[sidecar-locks]] ([[2026-03-01#^kb1b2c3|2026-03-01]]).
`,
	"notes/plan.md": "---\ntitle: Plan for the spring\nstatus: draft\npeople: [Ana, Bo]\nsee: \"[[sidecar-locks]]\"\n---\n\n# Plan for the spring\n\nSee [[sidecar-locks|the locks]], ![[missing.png]] and #harbour.\n\n- [ ] ask Bo\n\n| Week | Who | Remarks that are longer than a phone is wide |\n|---|---|---|\n| 12 | Ana | waits for the review |\n",
	"notes/خطة.md":  "# خطة إصدار الربيع\n\nنص عن `flock --exclusive /var/lock/x` وما يليه.\n\n| الأسبوع | من | ماذا |\n|---|---|---|\n| 12 | آنا | المستورد والأرشيف |\n",
	"wiki/index.md": "# Index\n\n- [[sidecar-locks]] - why a lock lives beside its file\n- [[atomic-write]]\n",
}
