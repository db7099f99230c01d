// memoria: keeps what is said in sessions of OpenCode. memoria uninstall opencode removes this file.
import { spawn } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"

const lines = LINES

const state = path.isAbsolute(process.env.XDG_STATE_HOME ?? "") ? process.env.XDG_STATE_HOME : path.join(os.homedir(), ".local", "state")
const folder = path.join(state, "memoria", "opencode") // where memoria reads sessions

const within = (ms, promise) => Promise.race([promise, new Promise((done) => setTimeout(done, ms).unref?.())])

// tell runs the hook of an event apart from OpenCode, or waits for what it says if the agent is to hear that.
const tell = (s, event, more = {}, heard = false) =>
  new Promise((done) => {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    const note = path.join(folder, `.${s.id}.${event}.json`)
    fs.writeFileSync(note, JSON.stringify({ session_id: s.id, transcript_path: s.file, cwd: s.directory, hook_event_name: event, ...more }), { mode: 0o600 })
    const input = fs.openSync(note, "r")
    try {
      const child = spawn(lines[event], { shell: true, cwd: s.directory, detached: !heard, windowsHide: true, stdio: [input, heard ? "pipe" : "ignore", "ignore"] })
      child.on("error", () => done(""))
      if (!heard) return done(child.unref())
      let said = ""
      child.stdout.on("data", (b) => (said += b))
      child.on("close", () => {
        try { done(JSON.parse(said).hookSpecificOutput.additionalContext) } catch { done("") }
      })
    } finally {
      fs.closeSync(input)
      fs.rmSync(note, { force: true })
    }
  }).catch(() => "")

const short = (text) => (typeof text === "string" && text.length > 16000 ? text.slice(0, 8000) + "\n…\n" + text.slice(-8000) : text)

const slim = (p) =>
  p.type === "text"
    ? { type: p.type, text: p.text, synthetic: p.synthetic, ignored: p.ignored, time: p.time }
    : { type: p.type, tool: p.tool, callID: p.callID, state: {
        status: p.state.status, output: short(p.state.output), error: short(p.state.error),
        input: Object.fromEntries(Object.entries(p.state.input ?? {}).filter(([, v]) => typeof v === "string").map(([k, v]) => [k, short(v)])),
      } }

// extent says how much of a message there is: it only grows.
const extent = ({ info, parts }) => [info.time?.completed ? 1 : 0, ...parts.map((p) => (p.type === "text" ? `${p.text.length}${p.time?.end ? "." : ""}` : p.state.status))].join()

export const Memoria = async ({ client }) => {
  if (process.env.MEMORIA_CHILD) return {}
  const sessions = new Map()

  // session takes up a session; nothing of a subagent's.
  const session = (id) => {
    if (id && !sessions.has(id)) sessions.set(id, begin(id).catch(() => void sessions.delete(id)))
    return sessions.get(id)
  }
  const begin = async (id) => {
    const info = (await client.session.get({ path: { id } })).data
    if (!info || info.parentID || !/^ses_\w+$/.test(id)) return null
    const s = { id, directory: info.directory, file: path.join(folder, id + ".jsonl"), had: new Map(), gap: "", saved: Promise.resolve() }
    if (fs.existsSync(s.file)) {
      const text = fs.readFileSync(s.file, "utf8")
      s.gap = text.endsWith("\n") ? "" : "\n"
      for (const line of text.split("\n")) {
        try {
          const m = JSON.parse(line)
          if (m.info) s.had.set(m.info.id, extent(m))
        } catch {}
      }
    } else s.gap = JSON.stringify({ id, directory: s.directory }) + "\n"
    const before = (await client.session.messages({ path: { id } })).data ?? []
    s.known = tell(s, "SessionStart", { source: before.length > 1 ? "resume" : "startup" }, true)
    return s
  }

  // save adds what is new in a session to its file. What the person took back stays there.
  const save = (s) => (s.saved = s.saved.then(() => add(s)).catch(() => false))
  const add = async (s) => {
    let text = "", after = s.id
    const grown = []
    for (const { info, parts } of (await client.session.messages({ path: { id: s.id } })).data ?? []) {
      const m = {
        info: { id: info.id, sessionID: s.id, role: info.role, parentID: info.parentID, summary: info.summary === true || undefined, time: info.time },
        parts: (parts ?? []).filter((p) => (p.type === "text" && typeof p.text === "string") || (p.type === "tool" && p.state)).map(slim), after,
      }
      after = info.id
      if (!m.parts.length || s.had.get(info.id) === extent(m)) continue
      grown.push(m)
      text += JSON.stringify(m) + "\n"
    }
    if (!text) return false
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    fs.appendFileSync(s.file, s.gap + text, { mode: 0o600 })
    s.gap = ""
    for (const m of grown) s.had.set(m.info.id, extent(m))
    return true
  }

  // OpenCode fails a prompt over an error in a hook, and does not wait for the end of event.
  const quietly = (hook) => async (...args) => {
    try { await hook(...args) } catch {}
  }
  return {
    "chat.message": quietly(async ({ sessionID }) => void session(sessionID)),
    event: quietly(async ({ event }) => {
      const id = event.properties?.sessionID ?? event.properties?.info?.sessionID
      if (event.type === "message.updated") {
        const s = await session(id), asks = event.properties.info.role === "user"
        if (s && !asks && s.asked) setTimeout(() => save(s), 200).unref?.() // the prompt is stored now
        if (s) s.asked = asks
      } else if (event.type === "session.idle") {
        const s = await session(id)
        if (s && (await save(s))) tell(s, "Stop")
      } else if (event.type === "session.compacted") {
        const s = await session(id)
        if (s) s.known = tell(s, "SessionStart", { source: "compact" }, true)
      }
    }),
    "experimental.session.compacting": quietly(async ({ sessionID }) => {
      const s = await within(2000, session(sessionID))
      if (!s) return
      await within(2000, save(s))
      tell(s, "PreCompact")
    }),
    "experimental.chat.system.transform": quietly(async ({ sessionID }, { system }) => {
      const s = await within(2000, session(sessionID))
      const text = s && (await within(2000, s.known))
      if (text && !/^You are a title generator/.test(system[0])) system.push(text)
    }),
    dispose: quietly(async () => {
      for (const begun of sessions.values()) {
        const s = await within(2000, begun)
        if (!s) continue
        await within(2000, save(s))
        tell(s, "SessionEnd", { reason: "other" })
      }
    }),
  }
}
