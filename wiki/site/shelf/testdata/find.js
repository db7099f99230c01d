// Asks the search of a site as its pages do, without a browser: node find.js FOLDER < questions. The questions
// are a list in JSON; the answer is a list of what each found: addresses, what stands for what, bytes read.
const fs = require("fs"), path = require("path"), vm = require("vm"), zlib = require("zlib");
const root = process.argv[2], data = {};
let heard, read = 0, first = 0;
const run = (src) => {
  const body = fs.readFileSync(path.join(root, src), "utf8");
  read += zlib.gzipSync(body, { level: 9 }).length;
  vm.runInThisContext(body, src);
};
global.memoria = (name, value) => { heard = [name, value]; };
memoria.root = "";
memoria.load = async (name, src) => {
  if (!Object.hasOwn(data, name)) {
    run(src);
    if (heard[0] !== name) throw new Error(src + " is " + heard[0]);
    data[name] = heard[1];
  }
  return data[name];
};
memoria.script = async (src) => run(src);
global.document = { getElementById: () => null, createElement: () => ({ setAttribute() {}, append() {} }) };
run("site/assets/search.js");
(async () => {
  const out = [];
  const questions = JSON.parse(fs.readFileSync(0, "utf8"));
  for (const text of questions) {
    const { m, q, list, near } = await memoria.search.find(text);
    const best = [];
    for (const doc of list.slice(0, 10)) {
      best.push((await memoria.search.about(m, doc)).href);
      if (best.length === 1) first = read;
    }
    const rows = questions.length > 50 ? [] : (await memoria.search.told(m, q, list)).map((r) => ({ href: r.href, line: r.line, also: r.also }));
    out.push({ hrefs: best, near, total: list.length, read: first, rows });
  }
  console.log(JSON.stringify(out));
})();
