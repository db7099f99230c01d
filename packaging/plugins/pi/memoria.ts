// memoria: keeps what is said in sessions of pi.
import { spawnSync } from "node:child_process"

const lines: Record<string, string> = {
  "PreCompact": "memoria-hook hook pi PreCompact 2>/dev/null || memoria hook pi PreCompact 2>/dev/null || :",
  "SessionEnd": "memoria-hook hook pi SessionEnd 2>/dev/null || memoria hook pi SessionEnd 2>/dev/null || :",
  "SessionStart": "memoria-hook hook pi SessionStart 2>/dev/null || memoria hook pi SessionStart 2>/dev/null || :",
  "Stop": "memoria-hook hook pi Stop 2>/dev/null || memoria hook pi Stop 2>/dev/null || :"
}

export default function (pi: any) {
  if (process.env.MEMORIA_CHILD) return
  let known = ""

  // tell runs the hook of an event and returns what it has to say to the agent.
  const tell = (event: string, ctx: any, more: object = {}): string => {
    try {
      const file: string = ctx?.sessionManager?.getSessionFile?.() ?? ""
      const id = file.replace(/^.*_/, "").replace(/\.jsonl$/, "")
      if (!id) return ""
      const input = JSON.stringify({ session_id: id, transcript_path: file, cwd: ctx.cwd, hook_event_name: event, ...more })
      const done = spawnSync(lines[event], { shell: true, input, encoding: "utf8", timeout: 10000, cwd: ctx.cwd })
      return done.stdout ? (JSON.parse(done.stdout).hookSpecificOutput?.additionalContext ?? "") : ""
    } catch {
      return ""
    }
  }

  pi.on("session_start", async (event: any, ctx: any) => {
    known = tell("SessionStart", ctx, { source: event?.reason === "fork" ? "fork" : "startup" })
  })
  pi.on("before_agent_start", async () => {
    const content = known
    known = ""
    if (content) return { message: { customType: "memoria", content, display: false } }
  })
  pi.on("agent_settled", async (_: any, ctx: any) => { tell("Stop", ctx) })
  pi.on("session_before_compact", async (_: any, ctx: any) => { tell("PreCompact", ctx) })
  pi.on("session_shutdown", async (event: any, ctx: any) => { tell("SessionEnd", ctx, { reason: "other" }) })
}
