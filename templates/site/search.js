// The search of the site. The index is read file by file, as words ask for it: see wiki/site/shelf. What comes
// from pages is only ever set as text.
"use strict";
(() => {
  const limit = 20, looked = 60, nearMost = 8;
  const load = (name) => memoria.load("search/" + name, "site/search/" + name + ".js");
  const make = (name, properties = {}, ...children) => {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) node.setAttribute(key, value);
    node.append(...children);
    return node;
  };
  const fold = (text) => text.normalize("NFD").replace(/\p{M}+/gu, "").toLowerCase();

  let library;
  const open = () => library || (library = Promise.all([load("meta"), memoria.script("site/assets/token.js")]).then(async ([m]) => {
    let number = 0;
    m.at = new Map();
    m.n.forEach((step, i) => m.at.set(number += step, i));
    m.numbers = [...m.at.keys()];
    m.files = new Set(m.shards);
    m.langs = [...new Set(m.lang.map((l) => m.names[l]))];
    await Promise.all(m.langs.filter((l) => l).map((l) => memoria.script("site/assets/stem-" + l + ".js")));
    return m;
  }));

  // shard is the file of a term, that of most of its first letters: as shelf.go has it.
  const letters = (term, n) => [...term].slice(0, n).map((c) => {
    if (c < "\u0080") return /[a-z0-9]/.test(c) ? c : "_";
    let h = 2166136261;
    for (const b of new TextEncoder().encode(c)) h = Math.imul(h ^ b, 16777619) >>> 0;
    return "-" + (((h ^ h >>> 15) >>> 0) & 63).toString(16).padStart(2, "0");
  }).join("");
  const shard = (m, term) => [4, 3, 2, 1].map((n) => letters(term, n)).find((key) => m.files.has(key));
  const terms = (m, file) => m.files.has(file) ? load("t-" + file) : Promise.resolve({});

  // postings are [document, worth] of a term, as it is written in the index.
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const postings = (m, text) => {
    const out = [];
    let number = 0;
    for (let i = 0; i < text.length;) {
      let step = 0, shift = 1, d;
      do {
        d = digits.indexOf(text[i++]);
        step += (d & 31) * shift;
        shift *= 32;
      } while (d > 31);
      out.push([m.at.get(number += step), digits.indexOf(text[i++]) / 28]);
    }
    return out;
  };

  // parse reads what somebody typed: words, "phrases", -words and filters.
  function parse(text) {
    const q = { words: [], without: [], phrases: [], filters: {}, open: /\S$/.test(text) && !/"$/.test(text) };
    for (const [, dash, key, quoted, bare] of text.matchAll(/(-?)(?:(type|tag|project|agent|after|before|in):)?(?:["“]([^"”]*)["”]?|(\S+))/gi)) {
      const said = quoted === undefined ? bare : quoted;
      const not = dash && !(quoted === undefined && !key && /^-|^.$|=/u.test(bare)); // --force, -n and -o=x are words
      if (key && !not) {
        const name = key.toLowerCase(), value = fold(said).replace(/^#/, "");
        if (!/^(after|before)$/.test(name) || /^\d{4}(-\d\d){0,2}$/.test(value)) (q.filters[name] ||= []).push(value);
        continue;
      }
      if (/^(type|tag|project|agent|after|before|in):$/i.test(said)) continue; // there is more to come
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

  const fits = (m, filters) => (i) => {
    const name = (n) => fold(m.names[n]), kind = name(m.kind[i]), [changed, made = changed] = m.day[i].split(" ");
    const within = (has, value) => has === value || has.startsWith(value + "/");
    const project = (name) => fold(name).replace(/[-_.\s]/g, ""); // as wiki.ProjectKey
    const tests = {
      type: (v) => kind === v,
      tag: (v) => m.tags[i].some((t) => within(name(t), v)),
      project: (v) => [m.project[i], ...m.tags[i]].some((t) => within(name(t), v) || m.names[t] && project(m.names[t]) === project(v)),
      agent: (v) => name(m.agent[i]) === v,
      after: (v) => changed !== "" && changed >= v,
      before: (v) => made !== "" && made < v,
      in: (v) => v === (kind === "day" ? "daily" : kind === "page" ? "notes" : "wiki"),
    };
    return Object.entries(filters).every(([key, values]) => values.some(tests[key]));
  };

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

  // places are the documents of a form, each with what it is worth there, in the stems of all languages. Of a
  // word that is still being typed, longer ones count a little; of one that is nowhere, if that is not sure to be
  // meant, those that are near.
  async function places(m, form, open, sure) {
    const found = new Map(), by = new Set(), variants = new Map();
    const take = (text, langs, share) => {
      for (const [doc, worth] of postings(m, text)) {
        if (doc !== undefined && (!langs || langs.includes(m.names[m.lang[doc]]))) found.set(doc, Math.max(found.get(doc) || 0, worth * share));
      }
    };
    for (const lang of m.langs) {
      const t = form.plain ? tokens.stem(form.folded, lang) : form.folded;
      variants.set(t, [...variants.get(t) || [], lang]);
    }
    for (const [t, langs] of variants) {
      const all = await terms(m, shard(m, t));
      if (!Object.hasOwn(all, t)) continue;
      take(all[t], variants.size > 1 ? langs : null, 1);
      by.add(t);
    }
    const from = await terms(m, shard(m, form.folded)), typed = [...form.folded].length;
    const stop = (from["!"] || "").split(" ").includes(form.exact);
    const rarity = () => Math.log(1 + (m.n.length - found.size + 0.5) / (found.size + 0.5));
    const idf = rarity(), there = found.size > 0;
    let near = "";
    if (sure || (stop || there) && !open || typed < 2) return { found, idf, stop, near };
    const often = (list, all) => list.filter((t) => !by.has(t)).sort((a, b) => all[b].length - all[a].length || (a < b ? -1 : 1)).slice(0, nearMost);
    const longer = often(Object.keys(from).filter((t) => t.startsWith(form.folded)), from);
    for (const t of longer) take(from[t], null, there ? 0.2 : 1);
    if (found.size === 0 && typed > 3 && !stop) {
      const [a, b, ...rest] = form.folded, others = [a + rest.join(""), a + rest[0] + b, b + a, b + rest.join("")]; // a letter too much, or exchanged
      const all = Object.assign({}, from, ...await Promise.all(others.map((t) => terms(m, shard(m, t)))));
      const stemmed = form.plain ? tokens.stem(form.folded, "en") : form.folded;
      const slips = often(Object.keys(all).filter((t) => slip(t, form.folded) || typed > 5 && slip(t, stemmed)), all); // near stems make no near words of short ones
      for (const t of slips) take(all[t], null, 1);
      near = slips.join(", ");
    }
    return { found, idf: there ? idf : rarity() * 0.6, stop, near };
  }

  // slip reports whether a term may be meant by a word: of a short one only where it begins alike, and
  // not where its last letter is another: a disk is no dist.
  function slip(term, word) {
    if (!oneEdit(term, word)) return false;
    let alike = 0;
    while (alike < term.length && term[alike] === word[alike]) alike++;
    return [...word].length > 4 || alike > 2 && term.length !== word.length || alike === 2 && term.length < word.length;
  }

  async function find(text) {
    const m = await open(), q = parse(text), score = new Map(), near = [];
    const last = q.words.length - 1;
    const each = await Promise.all(q.words.map((f, i) => places(m, f, q.open && i === last)));
    const content = each.some((p) => !p.stop);
    const most = Math.max(0, ...each.filter((p) => !p.near && !p.stop && p.found.size > 0).map((p) => p.idf));
    each.forEach((p, i) => { if (p.near && most > 0 && [...q.words[i].folded].length < 6) p.idf = Math.min(p.idf, 0.6 * most); }); // what is there says more
    const add = (p, weight) => p.found.forEach((worth, doc) => score.set(doc, (score.get(doc) || 0) + weight * p.idf * worth));
    for (const [i, f] of q.words.entries()) {
      const p = each[i], weight = f.weight * (p.stop && content ? 0.25 : 1);
      if (p.near) near.push([f.exact, p.near]);
      add(p, weight);
      if (f.exact !== f.folded) add(await places(m, { folded: "=" + f.exact }, false, true), weight * 0.3); // more for the same marks
    }
    if (q.words.length === 0 && Object.keys(q.filters).length > 0) m.n.forEach((_, i) => score.set(i, 1));
    for (const f of q.without) for (const doc of (await places(m, f, false, true)).found.keys()) score.delete(doc);
    const ok = fits(m, q.filters);
    let list = [...score].filter(([doc]) => ok(doc));
    list.sort((a, b) => b[1] - a[1] || (m.day[b[0]] > m.day[a[0]] ? 1 : m.day[b[0]] < m.day[a[0]] ? -1 : a[0] - b[0]));
    list = list.map(([doc]) => doc);
    let cut = false;
    if (q.phrases.length > 0) {
      cut = list.length > looked;
      const said = await Promise.all(list.slice(0, looked).map((doc) => about(m, doc)));
      list = list.slice(0, looked).filter((doc, i) => q.phrases.every((p) => [said[i].title, ...said[i].said].some((l) => holds(l, p))));
    }
    return { m, q, list, near, cut };
  }

  // holds reports whether the words of a phrase stand side by side in a line.
  function holds(line, phrase) {
    const all = tokens.words(line).map((forms) => forms.map((f) => f.folded));
    return all.some((_, i) => phrase.every((w, j) => all[i + j] && all[i + j].includes(w)));
  }

  // about is what is known of a document: its address, its title and what it says.
  async function about(m, doc) {
    const number = m.numbers[doc], all = await load("x-" + (number & (m.texts - 1)));
    const [href, title, ...said] = all[number] || ["", ""];
    return { href, title, said, doc };
  }

  // space is the nearest place, ahead or back, where a word begins or ends; the place itself where none is near.
  function space(cs, at, step) {
    for (let i = at; i > 0 && i < cs.length && Math.abs(i - at) < 24; i += step) if (cs[step > 0 ? i - 1 : i] === " ") return i;
    return at;
  }

  // framing tells sentences of memoria's own, which nobody said: as wiki.Framing.
  const framing = /^(It c|C)omes up in (one|[\d,]+) log entr|^Notes from [\d,]+ (session|log entr)|^Work on .*, (on )?\d{4}-\d\d-\d\d|^.+ and .+ meet in (one|[\d,]+) log entr|(^| - )(both come up (on \d{4}-|in [\d,]+ log)|part of the work on |(where|one of) the two( meet)?$)/;

  // snippet marks in a line what was looked for, the line that has most of it.
  function snippet(said, words, langs) {
    const wanted = new Set(words.flatMap((f) => f.plain ? langs.map((l) => tokens.stem(f.folded, l)) : [f.folded]));
    const begun = words.map((f) => f.folded).filter((w) => w.length > 1);
    const heads = [...wanted, ...begun].map((w) => w.slice(0, 3));
    let best = null, most = 0;
    for (const line of said.slice(0, 200)) {
      const low = line.toLowerCase();
      if (/^[\0-\x7f]*$/.test(low) && !heads.some((h) => low.includes(h))) continue; // words are found at some cost
      const cs = [...line], hits = [], seen = new Set();
      for (const forms of tokens.words(line)) for (const f of forms) {
        const term = langs.map((l) => f.plain ? tokens.stem(f.folded, l) : f.folded).find((t) => wanted.has(t)) || begun.find((w) => f.folded.startsWith(w));
        if (!term) continue;
        seen.add(term);
        hits.push([f.start, f.end]);
      }
      const worth = seen.size * (framing.test(line) ? 0.01 : 1);
      if (worth > most) [best, most] = [[cs, hits, line], worth];
    }
    const first = said.find((line) => !framing.test(line)) || said[0] || "";
    if (!best) return { line: "", marked: [first.length > 200 ? first.slice(0, 200).replace(/\s*\S*$/, "") + " …" : first] };
    const [cs, hits, line] = best, out = [];
    hits.sort((a, b) => a[0] - b[0]);
    const from = Math.min(hits[0][0], space(cs, Math.max(0, hits[0][0] - 60), 1)), to = space(cs, Math.min(cs.length, from + 220), -1);
    let at = from;
    if (from > 0) out.push("… ");
    for (const [start, end] of hits) {
      if (start < at || end > to) continue;
      out.push(cs.slice(at, start).join(""), make("mark", {}, cs.slice(start, end).join("")));
      at = end;
    }
    out.push(cs.slice(at, to).join("") + (to < cs.length ? " …" : ""));
    return { line, marked: out };
  }

  // told are the first documents with the line that is shown of each. The claim of an article and the line of the
  // log that it cites are one, and so are two claims that cite the same.
  async function told(m, q, list) {
    const rows = [], by = new Map();
    for (const one of await Promise.all(list.slice(0, limit + 10).map((doc) => about(m, doc)))) {
      const { line, marked } = snippet(one.said, q.words, m.langs);
      const [, text, days] = /^(.*?)(?: \(((?:\d{4}-\d\d-\d\d(?:, )?)+)\))?$/.exec(line);
      const log = m.names[m.kind[one.doc]] === "day";
      const keys = (log ? [m.day[one.doc].slice(0, 10)] : (days || "").split(", ").filter(Boolean)).map((day) => day + fold(text).replace(/[`*_]|[\s.!:]+$/g, ""));
      const same = line && keys.map((k) => by.get(k)).find(Boolean);
      if (same) {
        same.also.push({ title: log ? m.day[one.doc].slice(0, 10) : one.title, href: at(one.href, line) });
        continue;
      }
      rows.push({ ...one, marked, line, href: at(one.href, line), also: [] });
      for (const k of keys) by.set(k, rows[rows.length - 1]);
    }
    return rows;
  }

  // at is the address of a line of a page: browsers that know how show the line itself, others the page.
  function at(href, line) {
    const words = line.replace(/ \((\d{4}-\d\d-\d\d(, )?)+\)$/, "").replace(/[`*]|==|~~/g, "").replace(/ …$/, "").split(" ").filter(Boolean);
    if (words.length === 0 || !("fragmentDirective" in document)) return href;
    const say = (some) => encodeURIComponent(some.join(" ")).replace(/-/g, "%2D");
    const text = words.length < 9 || / …$/.test(line) ? say(words.slice(0, 8)) : say(words.slice(0, 4)) + "," + say(words.slice(-4));
    return href + (href.includes("#") ? "" : "#") + ":~:text=" + text;
  }

  // unknown tells of filters that hold for nothing what there is.
  function unknown(m, filters) {
    const out = [], has = { type: m.kind, tag: m.tags.flat(), project: m.project, agent: m.agent };
    for (const key of Object.keys(has)) for (const v of filters[key] || []) {
      if (m.n.some((_, i) => fits(m, { [key]: [v] })(i))) continue;
      const names = [...new Set(has[key])].map((n) => m.names[n]).filter(Boolean).sort();
      if (names.length > 0) out.push(`nothing has the ${key} “${v}”: there are ${names.slice(0, 6).join(", ")}${names.length > 6 ? " …" : ""}`);
    }
    for (const v of filters.in || []) if (!["wiki", "daily", "notes"].includes(v)) out.push(`“${v}” is no place: there are wiki, daily and notes`);
    return out;
  }

  // box is the field with its results: a combobox, of which the list holds filters to complete and what was
  // found. It is on the page for searching, and in a dialog on every other.
  function box(id, keep) {
    const list = id + "-list";
    const input = make("input", { type: "search", id, role: "combobox", autocomplete: "off", spellcheck: "false",
      "aria-label": "Search", "aria-describedby": id + "-help", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": list, placeholder: "Search" });
    const help = make("p", { class: "search-help", id: id + "-help" }, "Words in “quotes” stand together, -word leaves pages out; project:, tag:, type: or after:2026-01-31 narrow the search.");
    const status = make("p", { class: "search-status", role: "status" });
    const results = make("ol", { class: "search-results", id: list, role: "listbox", "aria-label": "Results", hidden: "" });
    const element = make("div", { class: "search-box" }, make("div", { class: "search-field", role: "search" }, input), help, status, results);
    let asked = 0, timer = 0, shown = "", options = [], chosen = -1;

    // choose marks an option, -1 for none; the focus stays in the field.
    const choose = (n) => {
      if (options[chosen]) options[chosen].setAttribute("aria-selected", "false");
      chosen = n;
      if (!options[n]) return input.removeAttribute("aria-activedescendant");
      options[n].setAttribute("aria-selected", "true");
      input.setAttribute("aria-activedescendant", options[n].id);
      options[n].scrollIntoView({ block: "nearest" });
    };
    const fill = (all, text) => {
      options = all;
      options.forEach((o, i) => o.setAttribute("id", list + i));
      results.replaceChildren(...options.map((o) => make("li", { role: "none" }, o)));
      results.hidden = options.length === 0;
      input.setAttribute("aria-expanded", String(options.length > 0));
      choose(-1);
      status.textContent = text;
    };
    const option = (name, properties, ...children) => make(name, { role: "option", "aria-selected": "false", tabindex: "-1", ...properties }, ...children);

    const show = async () => {
      const text = shown = input.value, mine = ++asked;
      clearTimeout(timer);
      if (keep) keep(text);
      if (text.trim() === "") return fill([], "");
      try {
        const { m, q, list: found, near, cut } = await find(text);
        const all = await told(m, q, found), rows = all.slice(0, limit);
        if (mine !== asked) return;
        const many = found.length - all.reduce((n, r) => n + r.also.length, 0);
        const offered = offers(m, text);
        const parts = [many === 0 ? offered.length > 0 || q.open && text.trim().length < 3 ? "Go on typing" : "Nothing was found: try fewer words, others, or only the beginning of one" : many === 1 ? "1 page" : `${many} pages`];
        if (many > limit) parts.push(`the first ${limit} are shown`);
        for (const [word, other] of near) parts.push(`“${word}” is nowhere, “${other}” is taken for it`);
        if (offered.length === 0 && (!q.open || many === 0)) parts.push(...unknown(m, q.filters));
        if (cut) parts.push(`phrases were looked for in the ${looked} best pages`);
        fill([...offered, ...rows.flatMap(({ doc, href, title, marked, also }) => [option("a", { href: memoria.root + href, class: "search-hit" },
          make("span", { class: "search-title", dir: "auto" }, title), " ",
          make("span", { class: "search-about" }, [m.names[m.kind[doc]], m.names[m.project[doc]], m.day[doc].slice(0, 10)].filter(Boolean).join(" · ")), " ",
          make("span", { class: "search-said", dir: "auto" }, ...marked)),
        ...also.slice(0, 5).map((a) => option("a", { href: memoria.root + a.href, class: "search-hit search-also", dir: "auto" }, "also in ", make("span", { class: "search-title" }, a.title)))])], parts.join("; ") + ".");
      } catch (e) {
        if (mine === asked) fill([], "The index of this site cannot be read.");
      }
    };

    // offers complete a filter that is being typed.
    const offers = (m, text) => {
      const [, key, begun] = /(?:^|\s)(type|tag|project|agent|in):(\S*)$/i.exec(text) || [];
      const all = !key ? [] : key.toLowerCase() === "in" ? ["wiki", "daily", "notes"] : [...new Set({ tag: m.tags.flat(), type: m.kind, project: m.project, agent: m.agent }[key.toLowerCase()])].map((i) => m.names[i]).filter(Boolean);
      return all.filter((n) => fold(n).startsWith(fold(begun)) && fold(n) !== fold(begun)).sort().slice(0, 8).map((n) => {
        const o = option("span", { class: "search-offer", dir: "auto" }, key.toLowerCase() + ":" + n);
        o.addEventListener("click", () => {
          input.value = text.slice(0, text.length - begun.length) + (/\s/.test(n) ? `"${n}"` : n) + " ";
          input.focus();
          show();
        });
        return o;
      });
    };

    input.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(show, 80);
    });
    input.addEventListener("keydown", async (e) => {
      if (e.isComposing) return;
      if (e.key === "ArrowDown") choose(chosen + 1 < options.length ? chosen + 1 : -1);
      else if (e.key === "ArrowUp") choose(chosen < 0 ? options.length - 1 : chosen - 1);
      else if (e.key === "Escape" && keep && input.value !== "") {
        input.value = "";
        show();
      } else if (e.key === "Enter") {
        e.preventDefault();
        if (input.value !== shown) await show();
        const to = options[chosen] || options.find((o) => o.href) || options[0];
        if (to) to.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: e.ctrlKey, metaKey: e.metaKey, shiftKey: e.shiftKey }));
        return;
      } else return;
      e.preventDefault();
    });
    return { element, input, show };
  }

  let dialog;
  memoria.search = {
    find,
    about,
    told,
    open() {
      const page = document.getElementById("search-field");
      if (page) {
        page.focus();
        return;
      }
      if (!dialog) {
        const b = box("search-anywhere");
        const close = make("button", { type: "button", class: "search-close" }, "Close");
        dialog = make("dialog", { class: "search", "aria-label": "Search" }, close, b.element);
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
