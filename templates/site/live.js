// Under memoria serve: a page that changed is shown anew where the reader is, and a line says how the work stands.
"use strict";
(() => {
  const key = "memoria-place";
  const kept = JSON.parse(sessionStorage.getItem(key) || "null");
  sessionStorage.removeItem(key);
  if (kept && kept.path === location.pathname) scrollTo({ top: kept.top, behavior: "instant" });

  const line = document.createElement("p");
  line.className = "live";
  line.setAttribute("role", "status");
  line.hidden = true;
  document.body.append(line);
  const say = (text) => {
    if (line.textContent !== text) line.textContent = text;
    line.hidden = text === "";
  };

  // The page says which it is, so that nothing is missed that changed before this script ran.
  const { page, site } = document.documentElement.dataset;
  let seen = site;
  const tag = () => fetch(location.pathname, { method: "HEAD", cache: "no-store" }).then((r) => r.headers.get("ETag"));
  const shown = page ? Promise.resolve(`"${page}"`) : tag();
  const look = async (e) => {
    const { version } = JSON.parse(e.data);
    if (version && version === seen) return;
    const now = await tag().catch(() => null);
    const was = await shown.catch(() => null);
    if (now === null) return;
    seen = version;
    if (now === was) return;
    sessionStorage.setItem(key, JSON.stringify({ path: location.pathname, top: scrollY }));
    location.reload();
  };

  const stream = new EventSource(memoria.root + "site/live");
  stream.addEventListener("site", look);
  stream.addEventListener("change", look);
  stream.addEventListener("state", (e) => {
    const s = JSON.parse(e.data), parts = [];
    if (s.compile) parts.push(s.compile);
    if (s.waiting) parts.push(s.waiting === 1 ? "1 session waits" : `${s.waiting} sessions wait`);
    if (s.dead) parts.push(s.dead === 1 ? "1 session could not be kept" : `${s.dead} sessions could not be kept`);
    if (s.problem) parts.push(s.problem);
    say(parts.join(" · "));
  });
  stream.addEventListener("error", () => say("memoria serve does not answer"));
})();
