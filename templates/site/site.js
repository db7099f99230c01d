// What every page does: load data by script (a page from a folder may not fetch), themes, keys, notes in the
// margin, previews. Texts are only ever set as text.
"use strict";
const memoria = (() => {
  const here = document.documentElement, root = here.dataset.root || "./";
  const got = new Map(), open = new Map();
  const later = (map, key, make) => {
    if (!map.has(key)) map.set(key, make());
    return map.get(key);
  };
  const slot = (name) => later(got, name, () => {
    let settle;
    const data = new Promise((yes, no) => { settle = { yes, no }; });
    return { data, ...settle };
  });

  // memoria(name, data) is what a file of data calls.
  const memoria = (name, data) => slot(name).yes(data);
  memoria.root = root;

  // script loads a file of the site once; src is from the site's root.
  memoria.script = (src) => later(open, src, () => new Promise((yes, no) => {
    const tag = document.createElement("script");
    tag.src = root + src;
    tag.onload = () => yes();
    tag.onerror = () => {
      open.delete(src);
      no(new Error("cannot load " + src));
    };
    document.head.append(tag);
  }));

  // load is the data that a file hands to memoria under a name.
  memoria.load = (name, src) => memoria.script(src).then(() => slot(name).data);
  return memoria;
})();

(() => {
  const here = document.documentElement;
  const one = (what, from = document) => from.querySelector(what);
  const all = (what, from = document) => [...from.querySelectorAll(what)];
  const make = (name, attributes = {}, ...children) => {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
  };
  const drawing = (...shapes) => {
    const space = "http://www.w3.org/2000/svg", svg = document.createElementNS(space, "svg");
    svg.setAttribute("viewBox", "0 0 16 16");
    svg.setAttribute("aria-hidden", "true");
    for (const [name, attributes] of shapes) {
      const shape = svg.appendChild(document.createElementNS(space, name));
      for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
    }
    return svg;
  };
  const keep = (key, value) => {
    try {
      if (value === undefined) return localStorage.getItem(key);
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    } catch { }
    return null;
  };
  const said = make("p", { class: "unseen", role: "status" });
  document.body.append(said);

  // Themes
  const tools = one(".tools");
  const button = (label, ...content) => make("button", { type: "button", "aria-label": label, title: label }, ...content);
  const themes = ["auto", "light", "dark"];
  const names = { auto: "automatic", light: "light", dark: "dark" };
  const ring = ["circle", { cx: 8, cy: 8, r: 5.5 }];
  const faces = {
    auto: [ring, ["path", { class: "full", d: "M8 2.5a5.5 5.5 0 0 0 0 11z" }]],
    light: [ring],
    dark: [["circle", { cx: 8, cy: 8, r: 5.5, class: "full" }]],
  };
  const look = button("Theme");
  const theme = (name) => {
    if (name === "auto") delete here.dataset.theme;
    else here.dataset.theme = name;
    const label = "Theme: " + names[name];
    look.setAttribute("aria-label", label);
    look.title = label;
    look.replaceChildren(drawing(...faces[name]));
  };
  const themed = () => here.dataset.theme || "auto";
  const turn = () => {
    const next = themes[(themes.indexOf(themed()) + 1) % themes.length];
    keep("memoria-theme", next === "auto" ? null : next);
    theme(next);
    said.textContent = "Theme: " + names[next];
  };
  look.className = "theme";
  look.addEventListener("click", turn);
  theme(themed());
  addEventListener("storage", (e) => {
    if (e.key === "memoria-theme") theme(themes.includes(e.newValue) ? e.newValue : "auto");
  });

  // Search
  const search = () => (memoria.search ? Promise.resolve() : memoria.script("site/assets/search.js")).then(() => memoria.search.open());
  const find = one(".find");
  if (find) find.addEventListener("click", (e) => {
    if (e.ctrlKey || e.metaKey || e.shiftKey || e.button || here.dataset.kind === "search") return;
    e.preventDefault();
    search().catch(() => { location.href = find.href; });
  });

  // Keys
  const go = (to) => { location.href = memoria.root + to; };
  const follow = (rel) => {
    const link = one(`link[rel="${rel}"]`);
    if (link) location.href = link.href;
  };
  const keys = [
    ["/", "search", () => search().catch(() => go("site/search.html"))],
    ["g h", "home", () => go("index.html")],
    ["g r", "recent changes", () => go("site/recent.html")],
    ["g d", "days", () => go("site/timeline.html")],
    ["g i", "index, A to Z", () => go("site/all.html")],
    ["g t", "tags", () => go("site/tags.html")],
    ["g g", "graph", () => go("site/graph.html")],
    ["[", "the page before", () => follow("prev")],
    ["]", "the page after", () => follow("next")],
    ["t", "light, dark, automatic", turn],
    ["?", "this sheet", () => help()],
  ].filter(([k]) => !one(".chapters") || k !== "g r" && k !== "g d"); // of a site with a front page of its own
  let sheet = null;
  const help = () => {
    if (!sheet) {
      const on = make("input", { type: "checkbox" });
      on.checked = keep("memoria-keys") !== "off";
      on.addEventListener("change", () => keep("memoria-keys", on.checked ? null : "off"));
      const close = make("button", { type: "button" }, "Close");
      close.addEventListener("click", () => sheet.close());
      const list = make("dl", { class: "keys" });
      for (const [key, what] of [...keys, ["Ctrl K", "search"], ["Esc", "close what is open"]]) {
        list.append(make("dt", {}, ...key.split(" ").flatMap((k, i) => [i ? " " : "", make("kbd", {}, k)])), make("dd", {}, what));
      }
      sheet = make("dialog", { class: "help", "aria-labelledby": "_help" }, make("h2", { id: "_help" }, "Keys"), list,
        make("p", {}, make("label", {}, on, "Keys of one letter work")), close);
      sheet.addEventListener("click", (e) => { if (e.target === sheet) sheet.close(); });
      document.body.append(sheet);
    }
    if (!sheet.open) sheet.showModal();
  };
  const ask = button("Keys", "?");
  ask.className = "ask";
  ask.addEventListener("click", help);
  if (tools) tools.append(look, ask);

  let before = "", when = 0;
  addEventListener("keydown", (e) => {
    if (e.defaultPrevented || e.isComposing) return;
    if ((e.ctrlKey || e.metaKey) && !e.altKey && !e.shiftKey && e.key.toLowerCase() === "k") {
      e.preventDefault();
      return keys[0][2]();
    }
    const on = e.target instanceof Element ? e.target : document.body;
    if (e.ctrlKey || e.metaKey || e.altKey || on.closest("input, textarea, select, [contenteditable], dialog[open]") || keep("memoria-keys") === "off") return;
    const two = e.timeStamp - when < 1200 ? before + " " + e.key : "";
    const hit = keys.find(([key]) => key === two) || keys.find(([key]) => key === e.key);
    before = hit ? "" : e.key;
    when = e.timeStamp;
    if (!hit) return;
    e.preventDefault();
    hit[2]();
  });

  // A link to a part that is folded opens it.
  const unfold = () => {
    const part = document.getElementById(decodeURIComponent(location.hash.slice(1))), box = part && one(".fold", part);
    if (box) box.open = true;
  };
  addEventListener("hashchange", unfold);
  unfold();

  // Contents: open where there is room, and showing where the reader is.
  const box = one(".contents details");
  if (box) {
    const wide = matchMedia("(min-width: 75em)");
    const fit = () => { box.open = wide.matches; };
    wide.addEventListener("change", fit);
    fit();
    box.addEventListener("click", (e) => { if (!wide.matches && e.target.closest("a")) box.open = false; });
    const links = new Map(all("a", box).map((a) => [document.getElementById(decodeURIComponent(a.hash.slice(1))), a]));
    links.delete(null);
    const places = [...links.keys()];
    let due = false, now = null;
    const spy = () => {
      due = false;
      let at = null;
      for (const p of places) if (p.getBoundingClientRect().top < innerHeight * 0.3) at = p;
      if (at === now) return;
      if (now) links.get(now).removeAttribute("aria-current");
      if (at) links.get(at).setAttribute("aria-current", "true");
      now = at;
    };
    const soon = () => {
      if (!due) requestAnimationFrame(spy);
      due = true;
    };
    addEventListener("scroll", soon, { passive: true });
    addEventListener("resize", soon);
    soon();
  }

  // Notes in the margin: behind every claim, the session that it comes from. The list of sources holds them.
  const sources = new Map(all(".sources > li").map((li) => [one("a.to", li), li]).filter(([a]) => a).map(([a, li]) => [a.href, li]));
  const notes = [];
  let last = "";
  for (const cite of all(".prose a.cite")) {
    const li = sources.get(cite.href), block = cite.closest("p, li");
    if (!li || !block || cite.closest("table, .callout, .embed, blockquote, .footnotes, h2, h3")) continue;
    const part = (what) => (one(what, li) || { textContent: "" }).textContent;
    const time = part("time"), title = part(".entry-title") || part("a.to"), from = part(".session") || time + title;
    if (last === from) continue;
    last = from;
    const foot = [part(".project"), part(".session")].filter(Boolean).join(" · ");
    const note = make("span", { class: "margin", "aria-hidden": "true" }, make("b", {}, time), title, ...foot ? [make("br"), foot] : []);
    note.addEventListener("click", () => cite.click());
    const light = (on) => () => { note.classList.toggle("lit", on); cite.classList.toggle("lit", on); };
    for (const node of [note, cite]) {
      node.addEventListener("pointerenter", light(true));
      node.addEventListener("pointerleave", light(false));
    }
    cite.after(note);
    notes.push([cite, note]);
  }
  // A note that the one above it would push far below its claim stays out.
  const fit = () => {
    for (const [, note] of notes) note.hidden = false;
    const places = notes.map(([cite, note]) => [note, cite.getClientRects()[0].top, note.offsetHeight]);
    let free = -Infinity;
    for (const [note, top, high] of places) {
      note.hidden = top + 20 < free;
      if (!note.hidden) free = Math.max(top, free) + high + 16;
    }
  };
  if (notes.length > 0) {
    addEventListener("resize", fit);
    fit();
  }

  // Code is copied.
  for (const pre of all(".prose pre.code")) {
    const copy = make("button", { type: "button", class: "copy" }, "Copy");
    copy.addEventListener("click", () => {
      const done = (word) => {
        said.textContent = word;
        copy.textContent = word;
        setTimeout(() => { copy.textContent = "Copy"; }, 1500);
      };
      const by = navigator.clipboard ? navigator.clipboard.writeText(pre.textContent) : Promise.reject();
      by.then(() => done("Copied"), () => {
        getSelection().selectAllChildren(pre);
        done("Selected");
      });
    });
    const around = make("div", { class: "codebox" });
    pre.replaceWith(around);
    around.append(pre, copy);
  }

  // Previews, of what a link of the text leads to.
  const base = new URL(memoria.root, location.href).href;
  const shardOf = (key) => {
    let h = 2166136261;
    for (let i = 0; i < key.length; i++) h = Math.imul(h ^ key.charCodeAt(i), 16777619);
    return (h & 255).toString(16).padStart(2, "0");
  };
  const addressOf = (a) => typeof a.href === "string" ? a.href : new URL(a.href.baseVal, location.href).href;
  const about = async (a) => {
    const li = a.classList.contains("cite") && sources.get(a.href);
    if (li) {
      const part = (what) => (one(what, li) || { textContent: "" }).textContent;
      return [part("time") + (part(".entry-title") ? " · " + part(".entry-title") : ""), "", part("a.to")];
    }
    const [to] = addressOf(a).split("#"), key = to.slice(base.length);
    if (!to.startsWith(base) || to === location.href.split("#")[0] || !key.endsWith(".html") || key === "index.html" || key.startsWith("site/")) return null;
    const shard = shardOf(key);
    return (await memoria.load("previews/" + shard, "site/previews/" + shard + ".js"))[key] || null;
  };
  let shown = null, owner = null, wait = 0, asked = 0;
  const hide = () => {
    clearTimeout(wait);
    asked++;
    if (!shown) return;
    shown.remove();
    owner.removeAttribute("aria-describedby");
    shown = owner = null;
  };
  const show = async (a) => {
    const turn = ++asked, found = await about(a).catch(() => null);
    if (!found || turn !== asked || !a.isConnected) return;
    hide();
    const [title, description, lead] = found;
    shown = make("div", { class: "preview", role: "tooltip", id: "_preview" }, make("b", { dir: "auto" }, title));
    if (description) shown.append(make("i", { dir: "auto" }, description));
    if (lead && lead !== description) shown.append(make("p", { dir: "auto" }, lead));
    shown.addEventListener("pointerenter", () => clearTimeout(wait));
    shown.addEventListener("pointerleave", leave);
    owner = a;
    a.setAttribute("aria-describedby", "_preview");
    document.body.append(shown);
    const line = a.getClientRects()[0], card = shown.getBoundingClientRect(), room = here.clientWidth - card.width - 16;
    const below = line.bottom + card.height + 12 < innerHeight || line.top < card.height + 12;
    shown.style.left = scrollX + Math.max(16, Math.min(line.left, room)) + "px";
    shown.style.top = scrollY + (below ? line.bottom + 6 : line.top - card.height - 6) + "px";
  };
  const enter = (a, after) => {
    clearTimeout(wait);
    if (a !== owner) wait = setTimeout(show, after, a);
  };
  const leave = () => {
    clearTimeout(wait);
    asked++;
    wait = setTimeout(hide, 250);
  };
  const told = ".prose a[href], .after a[href], .items > li > a";
  const of = (e) => e.target instanceof Element ? e.target.closest(told) : null;
  document.addEventListener("pointerover", (e) => {
    const a = e.pointerType === "mouse" && of(e);
    if (a) enter(a, 350);
  });
  document.addEventListener("pointerout", (e) => { if (of(e)) leave(); });
  document.addEventListener("focusin", (e) => {
    const a = of(e);
    if (a && a.matches(":focus-visible")) enter(a, 150);
    else if (!shown || !shown.contains(e.target)) hide();
  });
  document.addEventListener("keydown", (e) => { if (e.key === "Escape") hide(); });
  addEventListener("pagehide", hide);
})();
