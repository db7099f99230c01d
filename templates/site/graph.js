// The graph of all pages: a canvas to look at, a form that narrows it, and a table that says the same.
// Places come with the data; nothing is computed here but what is shown. Texts are only ever set as text.
"use strict";
(() => {
  const host = document.getElementById("graph");
  if (!host) return;

  const make = (name, properties = {}, ...children) => {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
      if (key in node && typeof value !== "string") node[key] = value;
      else node.setAttribute(key === "className" ? "class" : key, value);
    }
    node.append(...children);
    return node;
  };

  memoria.load("graph", host.dataset.src).then((data) => start(host, data));

  function start(host, data) {
    const nodes = data.title.map((title, i) => ({
      title, folded: fold(title), href: memoria.root + data.href[i], type: data.name[data.type[i]],
      project: data.project[i] < 0 ? "" : data.name[data.project[i]], tags: data.tags[i].map((t) => data.name[t]),
      day: data.day[i], x: data.x[i], y: data.y[i], near: new Set(), on: true, hit: false,
    }));
    const links = [];
    for (let i = 0; i < (data.link || []).length; i += 2) {
      const from = nodes[data.link[i]], to = nodes[data.link[i + 1]];
      if (from === to || from.near.has(to)) continue;
      links.push([from, to]);
      from.near.add(to);
      to.near.add(from);
    }
    const form = filters(nodes);
    const status = make("p", { className: "graph-status", role: "status" });
    const canvas = make("canvas", { className: "graph-canvas", tabIndex: 0, role: "img", "aria-label": "All pages and the links between them. The table below holds the same pages." });
    const view = picture(canvas, nodes, links);
    const tools = make("div", { className: "graph-tools" },
      button("Nearer", () => view.zoom(1.4)), button("Farther", () => view.zoom(1 / 1.4)), button("Whole", () => view.whole()));
    const table = list(nodes);
    host.replaceChildren(form.element, make("div", { className: "graph-stage" }, canvas, tools), status, table.element);

    const update = () => {
      const f = form.read();
      let on = 0, hits = 0;
      for (const n of nodes) {
        n.on = (!f.type || n.type === f.type) && (!f.project || n.project === f.project) && (!f.tag || n.tags.includes(f.tag)) &&
          (!f.since || n.day >= f.since) && (!f.until || n.day !== "" && n.day <= f.until);
        n.hit = n.on && f.words.length > 0 && f.words.every((w) => n.folded.includes(w));
        on += n.on;
        hits += n.hit;
      }
      const searched = f.words.length > 0;
      status.textContent = searched ? `${hits} of ${on} pages match` : on === nodes.length ? `${on} pages, ${links.length} links` : `${on} of ${nodes.length} pages`;
      view.searched = searched;
      view.draw();
      table.show(nodes.filter((n) => searched ? n.hit : n.on));
    };
    form.element.addEventListener("input", update);
    form.element.addEventListener("reset", () => setTimeout(update));
    form.element.addEventListener("submit", (e) => e.preventDefault());
    update();
    view.whole();
  }

  const fold = (text) => text.normalize("NFD").replace(/\p{M}+/gu, "").toLowerCase();
  const button = (label, act) => {
    const b = make("button", { type: "button" }, label);
    b.addEventListener("click", act);
    return b;
  };

  function filters(nodes) {
    const values = (of) => [...new Set(nodes.flatMap(of))].filter(Boolean).sort((a, b) => a.localeCompare(b));
    const choice = (name, label, all, options) => {
      const select = make("select", { name }, make("option", { value: "" }, all), ...options.map((o) => make("option", { value: o }, o)));
      return make("label", {}, label + " ", select);
    };
    const field = (name, label, type) => make("label", {}, label + " ", make("input", { name, type, autocomplete: "off" }));
    const element = make("form", { className: "graph-filter", "aria-label": "Narrow the graph" },
      field("q", "Title", "search"), choice("type", "Type", "all", values((n) => [n.type])),
      choice("project", "Project", "all", values((n) => [n.project])), choice("tag", "Tag", "all", values((n) => n.tags)),
      field("since", "Changed since", "date"), field("until", "until", "date"), make("button", { type: "reset" }, "Reset"));
    return {
      element: make("details", { className: "graph-fold", open: matchMedia("(min-width: 40em)").matches }, make("summary", {}, "Narrow the graph"), element),
      read: () => {
        const f = Object.fromEntries(new FormData(element));
        f.words = fold(f.q).split(/\s+/).filter(Boolean);
        return f;
      },
    };
  }

  // picture draws nodes on a canvas. A view is the middle of what is seen and its scale, in pixels.
  function picture(canvas, nodes, links) {
    const c = canvas.getContext("2d");
    let wide = 0, high = 0, scale = 1, x = 0, y = 0, over = null, drawn = 0;
    const self = { searched: false, draw, zoom, whole };

    const colours = () => {
      const style = getComputedStyle(canvas);
      const named = (name, or) => style.getPropertyValue("--graph-" + name).trim() || or;
      const text = style.color;
      return { text, link: named("link", text), of: (type) => named(type, text), font: style.fontFamily };
    };
    const at = (n) => [wide / 2 + (n.x - x) * scale, high / 2 + (n.y - y) * scale];
    const size = (n) => Math.min(2 + Math.sqrt(n.near.size), 9) * Math.min(Math.max(scale * 2.2, 0.7), 1.6);

    function draw() {
      if (!drawn) drawn = requestAnimationFrame(() => { drawn = 0; paint(); });
    }

    function paint() {
      if (!wide) return;
      const colour = colours(), dots = devicePixelRatio || 1;
      c.setTransform(dots, 0, 0, dots, 0, 0);
      c.clearRect(0, 0, wide, high);
      const lit = (n) => over ? n === over || over.near.has(n) : !self.searched || n.hit;
      c.strokeStyle = colour.link;
      for (const strong of [false, true]) {
        c.globalAlpha = strong ? 0.55 : over || self.searched ? 0.1 : 0.3;
        c.beginPath();
        for (const [a, b] of links) {
          if (!a.on || !b.on || (over ? a === over || b === over : self.searched && a.hit && b.hit) !== strong) continue;
          c.moveTo(...at(a));
          c.lineTo(...at(b));
        }
        c.stroke();
      }
      for (const n of nodes) {
        if (!n.on) continue;
        const [px, py] = at(n), r = size(n);
        if (px < -r || py < -r || px > wide + r || py > high + r) continue;
        c.globalAlpha = lit(n) ? 1 : 0.18;
        c.fillStyle = colour.of(n.type);
        c.beginPath();
        c.arc(px, py, r, 0, 2 * Math.PI);
        c.fill();
      }
      label(colour, lit);
    }

    // label writes the names of those most linked to first, as far as they find room.
    function label(colour, lit) {
      const taken = [];
      c.font = "12px " + colour.font;
      c.textAlign = "center";
      c.fillStyle = colour.text;
      const seen = nodes.filter((n) => n.on && lit(n)).sort((a, b) => (b === over) - (a === over) || b.near.size - a.near.size);
      for (const n of seen) {
        if (taken.length >= 40) break;
        let [px, py] = at(n);
        if (px < 0 || py < 0 || px > wide || py > high) continue;
        const text = n.title.length > 32 ? n.title.slice(0, 31) + "…" : n.title;
        const half = c.measureText(text).width / 2 + 4, top = py + size(n) + 3;
        px = Math.max(half, Math.min(px, wide - half));
        if (taken.some((t) => Math.abs(t[0] - px) < t[2] + half && Math.abs(t[1] - top) < 16)) continue;
        taken.push([px, top, half]);
        c.globalAlpha = n === over ? 1 : 0.85;
        c.fillText(text, px, top + 11);
      }
      c.globalAlpha = 1;
    }

    function whole() {
      const on = nodes.filter((n) => n.on);
      const edge = (of, pick) => on.reduce((m, n) => pick(m, n[of]), pick === Math.min ? Infinity : -Infinity);
      if (on.length === 0 || !wide) return;
      const left = edge("x", Math.min), right = edge("x", Math.max), top = edge("y", Math.min), bottom = edge("y", Math.max);
      x = (left + right) / 2;
      y = (top + bottom) / 2;
      scale = Math.max(Math.min((wide - Math.min(140, wide / 6)) / (right - left || 1), (high - 90) / (bottom - top || 1), 1.5), 0.05); // room for names at the edge
      draw();
    }

    function zoom(by, px = wide / 2, py = high / 2) {
      const was = scale;
      scale = Math.min(Math.max(scale * by, 0.05), 40);
      x += (px - wide / 2) * (1 / was - 1 / scale);
      y += (py - high / 2) * (1 / was - 1 / scale);
      draw();
    }

    function under(px, py) {
      let best = null, least = 14;
      for (const n of nodes) {
        if (!n.on) continue;
        const [ax, ay] = at(n), d = Math.hypot(ax - px, ay - py) - size(n);
        if (d < least) [best, least] = [n, d];
      }
      return best;
    }

    const point = (n) => {
      if (n === over) return;
      over = n;
      canvas.title = n ? n.title : "";
      canvas.classList.toggle("over", n !== null);
      draw();
    };

    const held = new Map();
    let moved = 0, touched = null;
    canvas.addEventListener("pointerdown", (e) => {
      canvas.setPointerCapture(e.pointerId);
      held.set(e.pointerId, [e.offsetX, e.offsetY]);
      moved = 0;
    });
    canvas.addEventListener("pointermove", (e) => {
      const was = held.get(e.pointerId), now = [e.offsetX, e.offsetY];
      if (!was) return point(under(...now));
      if (held.size === 2) {
        const other = [...held].find(([id]) => id !== e.pointerId)[1];
        const far = (a) => Math.hypot(a[0] - other[0], a[1] - other[1]) || 1;
        zoom(far(now) / far(was), ...other);
      } else {
        x -= (now[0] - was[0]) / scale;
        y -= (now[1] - was[1]) / scale;
      }
      moved += Math.abs(now[0] - was[0]) + Math.abs(now[1] - was[1]);
      held.set(e.pointerId, now);
      draw();
    });
    const release = (e) => {
      if (!held.delete(e.pointerId) || moved > 6 || e.type === "pointercancel" || e.button > 0) return;
      const n = under(e.offsetX, e.offsetY), again = n && n === touched;
      touched = e.pointerType === "touch" ? n : null;
      point(n);
      if (n && (e.pointerType !== "touch" || again)) location.href = n.href; // a finger sees the name first
    };
    canvas.addEventListener("pointerup", release);
    canvas.addEventListener("pointercancel", release);
    canvas.addEventListener("pointerleave", () => held.size || point(null));
    canvas.addEventListener("wheel", (e) => {
      e.preventDefault();
      zoom(Math.exp(-e.deltaY * (e.deltaMode ? 0.05 : 0.0015)), e.offsetX, e.offsetY);
    }, { passive: false });
    canvas.addEventListener("keydown", (e) => {
      if (e.ctrlKey || e.metaKey || e.altKey) return;
      const step = 60 / scale;
      const act = {
        ArrowLeft: () => { x -= step; }, ArrowRight: () => { x += step; }, ArrowUp: () => { y -= step; }, ArrowDown: () => { y += step; },
        "+": () => zoom(1.4), "=": () => zoom(1.4), "-": () => zoom(1 / 1.4), 0: whole,
      }[e.key];
      if (!act) return;
      e.preventDefault();
      act();
      draw();
    });

    new ResizeObserver(() => {
      const first = !wide, dots = devicePixelRatio || 1;
      wide = canvas.clientWidth;
      high = canvas.clientHeight;
      canvas.width = wide * dots;
      canvas.height = high * dots;
      if (first) whole();
      draw();
    }).observe(canvas);
    new MutationObserver(draw).observe(document.documentElement, { attributes: true });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
    return self;
  }

  // list is the table, a hundred rows at a time.
  function list(nodes) {
    const rows = 100;
    const columns = [
      ["Title", (a, b) => a.title.localeCompare(b.title)], ["Type", (a, b) => a.type.localeCompare(b.type)],
      ["Project", (a, b) => a.project.localeCompare(b.project)], ["Changed", (a, b) => b.day.localeCompare(a.day)],
      ["Links", (a, b) => b.near.size - a.near.size],
    ];
    let by = 4, down = true, page = 0, shown = [];
    const heads = columns.map(([name], i) => make("th", { scope: "col" }, button(name, () => {
      down = by === i ? !down : true;
      by = i;
      page = 0;
      fill();
    })));
    const body = make("tbody");
    const place = make("span");
    const back = button("Previous", () => turn(-1)), on = button("Next", () => turn(1));
    const pager = make("nav", { className: "graph-pager", "aria-label": "Pages of the table" }, back, place, on);
    const element = make("div", { className: "graph-list" },
      make("div", { className: "graph-scroll", tabIndex: 0, role: "region", "aria-label": "The pages as a table" },
        make("table", { className: "graph-table" }, make("caption", {}, "The pages of the graph"), make("thead", {}, make("tr", {}, ...heads)), body)), pager);

    const turn = (by) => { page += by; fill(); };
    function fill() {
      shown.sort((a, b) => (down ? 1 : -1) * columns[by][1](a, b) || a.title.localeCompare(b.title));
      heads.forEach((h, i) => i === by ? h.setAttribute("aria-sort", down === i < 3 ? "ascending" : "descending") : h.removeAttribute("aria-sort"));
      const last = Math.max(Math.ceil(shown.length / rows) - 1, 0);
      page = Math.min(Math.max(page, 0), last);
      body.replaceChildren(...shown.slice(page * rows, (page + 1) * rows).map((n) => make("tr", {},
        make("td", {}, make("a", { href: n.href, dir: "auto" }, n.title)), make("td", {}, n.type), make("td", {}, n.project), make("td", {}, n.day), make("td", {}, String(n.near.size)))));
      place.textContent = `${page + 1} of ${last + 1}`;
      pager.hidden = last === 0;
      back.disabled = page === 0;
      on.disabled = page === last;
    }
    return {
      element,
      show: (list) => {
        shown = list;
        page = 0;
        fill();
      },
    };
  }
})();
