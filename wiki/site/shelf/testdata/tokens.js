// Holds token.js against the golden tokens: node tokens.js token.js tokens.json. It says what differs.
const [script, golden] = process.argv.slice(2);
const tokens = global.tokens = require(script);
for (const l of ["en", "de", "fr", "es", "pt", "ru"]) require(script.replace("token.js", "stem-" + l + ".js"));
for (const c of JSON.parse(require("fs").readFileSync(golden, "utf8"))) {
  const cs = [...c.text], bytes = (i) => Buffer.byteLength(cs.slice(0, i).join("")), got = [];
  for (const forms of tokens.words(c.text)) {
    for (const f of forms) got.push({ exact: f.exact, term: f.plain ? tokens.stem(f.folded, c.lang || "") : f.folded, start: bytes(f.start), end: bytes(f.end) });
  }
  if (JSON.stringify(got) !== JSON.stringify(c.tokens || [])) console.log(c.text + ": " + JSON.stringify(got) + ", want " + JSON.stringify(c.tokens));
}
