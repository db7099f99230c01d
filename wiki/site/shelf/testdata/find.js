// Runs the search of a built site outside a browser: node find.js SITE ASSETS, queries on standard input, a line
// each; for each the addresses that were found, as JSON.
const fs = require("fs"), path = require("path"), vm = require("vm");
const [site, assets] = process.argv.slice(2);
const known = {};
const context = vm.createContext({
  console, TextEncoder, URLSearchParams, setTimeout, clearTimeout, location: { search: "", pathname: "/" }, atob,
  document: { getElementById: () => null },
  memoria: Object.assign((name, data) => { known[name] = data; }, {
    root: "./",
    load: async (name, src) => { if (!(name in known)) run(path.join(site, src)); return known[name]; },
    script: async (src) => run(path.join(assets, path.basename(src))),
  }),
});
function run(file) { vm.runInContext(fs.readFileSync(file, "utf8"), context, { filename: file }); }
run(path.join(assets, "search.js"));
(async () => {
  for (const q of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
    const found = await context.memoria.search.find(q + " ");
    console.log(JSON.stringify(found.list.slice(0, 10).map((i) => decodeURIComponent(found.m.href[i]))));
  }
})();
