// The search of the site. The index is read file by file, as words ask for it: see wiki/site/shelf. What comes
// from pages is only ever set as text.
"use strict";
(() => {
  const limit = 20, looked = 60;
  const load = (name) => memoria.load("search/" + name, "site/search/" + name + ".js");
  const make = (name, properties = {}, ...children) => {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) node.setAttribute(key, value);
    node.append(...children);
    return node;
  };
  const fold = (text) => text.normalize("NFD").replace(/\p{M}+/gu, "").toLowerCase();

  let library;
  const open = () => library || (library = Promise.all([load("meta"), memoria.script("site/assets/token.js")]).then(([m]) => {
    let number = 0;
    m.at = new Map();
    m.n.forEach((step, i) => m.at.set(number += step, i));
    m.numbers = [...m.at.keys()];
    m.files = new Set(m.shards);
    m.langs = [...new Set(m.lang.map((l) => m.names[l]))];
    return m;
  }));

  // shard is the file of a term: as shelf.go has it.
  const shard = (term) => {
    const c = term[0];
    if (c === "=") return "marks";
    if (c >= "a" && c <= "z") {
      const second = term[1] || "";
      return c + (second >= "a" && second <= "x" ? Math.floor((second.charCodeAt(0) - 97) / 4) : 6);
    }
    if (c >= "0" && c <= "9") return c;
    if (c < "\u0080") return "other";
    let h = 2166136261;
    for (const b of new TextEncoder().encode([...term][0])) h = Math.imul(h ^ b, 16777619) >>> 0;
    return "u" + (((h ^ h >>> 15) >>> 0) & 63).toString(16).padStart(2, "0");
  };
  const terms = (m, file) => m.files.has(file) ? load("t-" + file) : Promise.resolve({});

  // postings are [document, worth] of a term, as it is written in the index.
  const postings = (m, text) => {
    const raw = atob(text.replace(/^!/, "")), out = [];
    let number = 0;
    for (let i = 0; i < raw.length;) {
      let step = 0, shift = 0, b;
      do {
        b = raw.charCodeAt(i++);
        step += (b & 127) * 2 ** shift;
        shift += 7;
      } while (b > 127);
      number += step;
      out.push([m.at.get(number), raw.charCodeAt(i++) / 48]);
    }
    return out;
  };

  // parse reads what somebody typed: words, "phrases", -words and filters.
  function parse(text) {
    const q = { words: [], without: [], phrases: [], filters: [], open: /\S$/.test(text) && !/"$/.test(text) };
    for (const [, not, key, quoted, bare] of text.matchAll(/(-?)(?:(type|tag|project|after|before|in):)?(?:["“]([^"”]*)["”]?|(\S+))/gi)) {
      const said = quoted === undefined ? bare : quoted;
      if (key && !not) {
        q.filters.push([key.toLowerCase(), fold(said)]);
        continue;
      }
      const found = tokens.words((key ? key + ":" : "") + said);
      const list = found.flatMap((forms, n) => forms.map((f, i) => ({ ...f, word: q.words.length + n, weight: forms.length > 1 && i < forms.length - 1 ? 0.5 : 1 })));
      if (not) q.without.push(...list);
      else {
        q.words.push(...list.filter((f) => !q.words.some((o) => o.exact === f.exact)));
        if (quoted !== undefined && found.length > 1) q.phrases.push(found.map((forms) => forms[forms.length - 1].folded));
      }
    }
    return q;
  }

  const fits = (m, filters) => (i) => filters.every(([key, value]) => {
    const kind = m.names[m.kind[i]], day = m.day[i];
    switch (key) {
      case "type": return fold(kind) === value;
      case "project": return fold(m.names[m.project[i]]) === value;
      case "tag": return m.tags[i].some((t) => fold(m.names[t]) === value || fold(m.names[t]).startsWith(value + "/"));
      case "after": return day !== "" && day >= value;
      case "before": return day !== "" && day < value;
      default: return value === "daily" ? kind === "day" : value === "wiki" ? kind !== "day" && kind !== "page" : value === "notes" ? kind === "page" : false;
    }
  });

  // oneEdit reports whether one letter more, less, other or exchanged with its neighbour makes a of b.
  function oneEdit(a, b) {
    let [p, q] = [[...a], [...b]];
    if (p.length < q.length) [p, q] = [q, p];
    if (a === b || p.length - q.length > 1) return false;
    let i = 0;
    while (i < q.length && p[i] === q[i]) i++;
    const same = (x, y) => x.join("\0") === y.join("\0");
    if (p.length > q.length) return same(p.slice(i + 1), q.slice(i));
    return same(p.slice(i + 1), q.slice(i + 1)) || p[i] === q[i + 1] && p[i + 1] === q[i] && same(p.slice(i + 2), q.slice(i + 2));
  }

  // places are the documents of a form, each with what it is worth there, in the stems of all languages.
  async function places(m, form, prefix) {
    const found = new Map(), by = new Set();
    let stop = false, near = "";
    const take = (text, langs, share) => {
      stop = stop || text[0] === "!";
      for (const [doc, worth] of postings(m, text)) {
        if (doc !== undefined && (!langs || langs.includes(m.names[m.lang[doc]]))) found.set(doc, Math.max(found.get(doc) || 0, worth * share));
      }
    };
    const variants = new Map();
    for (const lang of m.langs) {
      const t = form.plain ? tokens.stem(form.folded, lang) : form.folded;
      variants.set(t, [...variants.get(t) || [], lang]);
    }
    for (const [t, langs] of variants) {
      const all = await terms(m, shard(t));
      if (Object.hasOwn(all, t)) {
        take(all[t], variants.size > 1 ? langs : null, 1);
        by.add(t);
      }
    }
    const from = await terms(m, shard(form.folded));
    if ((prefix || found.size === 0) && form.folded.length > 1) {
      const longer = Object.keys(from).filter((t) => t.startsWith(form.folded) && !by.has(t)).sort((a, b) => a.length - b.length).slice(0, 24);
      for (const t of longer) take(from[t], null, 0.6);
    }
    if (found.size === 0 && form.folded.length > 2) {
      near = Object.keys(from).filter((t) => oneEdit(t, form.folded) || form.plain && m.langs.some((l) => oneEdit(t, tokens.stem(form.folded, l)))).sort((a, b) => from[b].length - from[a].length)[0] || "";
      if (near) take(from[near], null, 0.6);
    }
    const idf = Math.log(1 + (m.n.length - found.size + 0.5) / (found.size + 0.5));
    return { found, idf, stop, near };
  }

  async function find(text) {
    const m = await open(), q = parse(text), score = new Map(), near = [];
    const last = q.words.length - 1;
    const each = await Promise.all(q.words.map((f, i) => places(m, f, q.open && i === last)));
    const content = each.some((p) => !p.stop);
    each.forEach((p, i) => {
      if (p.near) near.push([q.words[i].exact, p.near]);
      const weight = q.words[i].weight * p.idf * (p.stop && content ? 0.25 : 1);
      for (const [doc, worth] of p.found) score.set(doc, (score.get(doc) || 0) + weight * worth);
    });
    if (q.words.length === 0 && q.filters.length > 0) m.n.forEach((_, i) => score.set(i, 1));
    for (const f of q.without) for (const doc of (await places(m, f, false)).found.keys()) score.delete(doc);
    const ok = fits(m, q.filters);
    let list = [...score].filter(([doc]) => ok(doc));
    list.sort((a, b) => b[1] - a[1] || (m.day[b[0]] > m.day[a[0]] ? 1 : m.day[b[0]] < m.day[a[0]] ? -1 : a[0] - b[0]));
    list = list.map(([doc]) => doc);
    let cut = false;
    if (q.phrases.length > 0) {
      cut = list.length > looked;
      const said = await Promise.all(list.slice(0, looked).map((doc) => lines(m, doc)));
      list = list.slice(0, looked).filter((doc, i) => q.phrases.every((p) => [m.title[doc], ...said[i]].some((l) => holds(l, p))));
    }
    return { m, q, list, near, cut };
  }

  // holds reports whether the words of a phrase stand side by side in a line.
  function holds(line, phrase) {
    const all = tokens.words(line).map((forms) => forms.map((f) => f.folded));
    return all.some((_, i) => phrase.every((w, j) => all[i + j] && all[i + j].includes(w)));
  }

  async function lines(m, doc) {
    const number = m.numbers[doc], all = await load("x-" + (number & (m.texts - 1)));
    return all[number] || [];
  }

  // snippet marks in a line what was looked for, the line that has most of it.
  function snippet(said, words, langs) {
    const wanted = new Set(words.flatMap((f) => f.plain ? langs.map((l) => tokens.stem(f.folded, l)) : [f.folded]));
    const begun = words.map((f) => f.folded).filter((w) => w.length > 1);
    let best = null, most = 0;
    for (const line of said.slice(0, 200)) {
      const cs = [...line], hits = [], seen = new Set();
      for (const forms of tokens.words(line)) for (const f of forms) {
        const term = langs.map((l) => f.plain ? tokens.stem(f.folded, l) : f.folded).find((t) => wanted.has(t)) || begun.find((w) => f.folded.startsWith(w));
        if (!term) continue;
        seen.add(term);
        hits.push([f.start, f.end]);
      }
      if (seen.size > most) [best, most] = [[cs, hits], seen.size];
    }
    if (!best) return said.length > 0 ? [said[0].slice(0, 200)] : [];
    const [cs, hits] = best, from = Math.max(0, hits[0][0] - 60), to = Math.min(cs.length, from + 220), out = [];
    hits.sort((a, b) => a[0] - b[0]);
    let at = from;
    if (from > 0) out.push("… ");
    for (const [start, end] of hits) {
      if (start < at || end > to) continue;
      out.push(cs.slice(at, start).join(""), make("mark", {}, cs.slice(start, end).join("")));
      at = end;
    }
    out.push(cs.slice(at, to).join("") + (to < cs.length ? " …" : ""));
    return out;
  }

  // box is the field with its results. It is on the page for searching, and in a dialog on every other.
  function box(id, keep) {
    const input = make("input", { type: "search", id, autocomplete: "off", spellcheck: "false", "aria-label": "Search", "aria-describedby": id + "-help", placeholder: "Search" });
    const help = make("p", { class: "search-help", id: id + "-help" }, "“a phrase”, -word, type:concept tag:… project:… after:2026-01-31");
    const offers = make("p", { class: "search-offers" });
    const status = make("p", { class: "search-status", role: "status" });
    const results = make("ol", { class: "search-results" });
    const element = make("div", { class: "search-box" }, make("div", { class: "search-field", role: "search" }, input), help, offers, status, results);
    let asked = 0, timer = 0;

    const show = async () => {
      const text = input.value, mine = ++asked;
      if (keep) keep(text);
      if (text.trim() === "") {
        results.replaceChildren();
        offers.replaceChildren();
        status.textContent = "";
        return;
      }
      let found;
      try {
        found = await find(text);
      } catch (e) {
        status.textContent = "The index of this site cannot be read.";
        return;
      }
      if (mine !== asked) return;
      const { m, q, list, near, cut } = found;
      offer(m, text);
      const said = await Promise.all(list.slice(0, limit).map((doc) => lines(m, doc).catch(() => [])));
      if (mine !== asked) return;
      results.replaceChildren(...list.slice(0, limit).map((doc, i) => {
        const about = [m.names[m.kind[doc]], m.names[m.project[doc]], m.day[doc]].filter(Boolean).join(" · ");
        return make("li", {}, make("a", { href: memoria.root + m.href[doc], dir: "auto" }, m.title[doc]), " ", make("span", { class: "search-about" }, about),
          make("p", { class: "search-said", dir: "auto" }, ...snippet(said[i], q.words, m.langs)));
      }));
      const parts = [list.length === 0 ? "Nothing was found" : list.length === 1 ? "1 page" : `${list.length} pages`];
      if (list.length > limit) parts.push(`the first ${limit} are shown`);
      for (const [word, other] of near) parts.push(`“${word}” is nowhere, “${other}” is taken for it`);
      if (cut) parts.push(`phrases were looked for in the ${looked} best pages`);
      status.textContent = parts.join("; ") + ".";
    };

    // offer completes a filter that is being typed.
    const offer = (m, text) => {
      const [, key, begun] = /(?:^|\s)(type|tag|project|in):(\S*)$/i.exec(text) || [];
      const all = !key ? [] : key === "in" ? ["wiki", "daily", "notes"] : [...new Set(key === "tag" ? m.tags.flat() : key === "type" ? m.kind : m.project)].map((i) => m.names[i]).filter(Boolean);
      offers.replaceChildren(...all.filter((n) => fold(n).startsWith(fold(begun)) && fold(n) !== fold(begun)).sort().slice(0, 8).map((n) => {
        const b = make("button", { type: "button" }, key.toLowerCase() + ":" + n);
        b.addEventListener("click", () => {
          input.value = text.slice(0, text.length - begun.length) + (/\s/.test(n) ? `"${n}"` : n) + " ";
          input.focus();
          show();
        });
        return b;
      }));
    };

    input.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(show, 80);
    });
    element.addEventListener("keydown", (e) => {
      const links = [...results.querySelectorAll("a")], at = links.indexOf(document.activeElement);
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: at < 0 ? -2 : 0, End: at < 0 ? -2 : links.length - 1 }[e.key];
      if (e.key === "Enter" && document.activeElement === input && links.length > 0) links[0].click();
      else if (to === -1) input.focus();
      else if (to >= 0 && links[to]) links[to].focus();
      else return;
      e.preventDefault();
    });
    return { element, input, show };
  }

  let dialog;
  memoria.search = {
    find,
    open() {
      const page = document.getElementById("search-field");
      if (page) {
        page.focus();
        return;
      }
      if (!dialog) {
        const b = box("search-anywhere");
        const close = make("button", { type: "button", class: "search-close" }, "Close");
        dialog = make("dialog", { class: "search", "aria-label": "Search" }, b.element, close);
        close.addEventListener("click", () => dialog.close());
        dialog.addEventListener("click", (e) => { if (e.target === dialog) dialog.close(); });
        dialog.input = b.input;
        document.body.append(dialog);
      }
      if (!dialog.open) dialog.showModal();
      dialog.input.select();
      dialog.input.focus();
    },
  };

  const place = document.getElementById("search");
  if (place) {
    const b = box("search-field", (text) => {
      try {
        history.replaceState(null, "", text === "" ? location.pathname : "?q=" + encodeURIComponent(text));
      } catch (e) { /* an address that may not be changed is left as it is */ }
    });
    place.replaceChildren(b.element);
    b.input.value = new URLSearchParams(location.search).get("q") || "";
    b.input.focus();
    if (b.input.value) b.show();
  }
})();
