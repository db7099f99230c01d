// The algorithm of M. F. Porter (1980), as TOKENS.md says where it ends.
tokens.stemmers.en = (() => {
  function english(word) {
    const first = one(word);
    let p = first;
    if (p.endsWith("y") && hasVowel(p.slice(0, -1))) p = p.slice(0, -1) + "i";
    p = five(four(change(change(p, two()), three())));
    return p.length >= 3 ? p : first.length >= 3 ? first : word;
  }

  function vowel(p, i) {
    return "aeiou".includes(p[i]) || p[i] === "y" && i > 0 && !vowel(p, i - 1);
  }

  function measure(p) {
    let n = 0, before = false;
    for (let i = 0; i < p.length; i++) {
      const v = vowel(p, i);
      if (before && !v) n++;
      before = v;
    }
    return n;
  }

  function hasVowel(p) {
    for (let i = 0; i < p.length; i++) if (vowel(p, i)) return true;
    return false;
  }

  function doubled(p) {
    const n = p.length;
    return n > 1 && p[n - 1] === p[n - 2] && !vowel(p, n - 1);
  }

  function short(p) {
    const n = p.length;
    return n > 2 && !vowel(p, n - 1) && vowel(p, n - 2) && !vowel(p, n - 3) && !"wxy".includes(p[n - 1]);
  }

  function one(p) {
    if (/(sses|ies)$/.test(p)) p = p.slice(0, -2);
    else if (p.endsWith("s") && !p.endsWith("ss")) p = p.slice(0, -1);
    if (p.endsWith("eed")) return measure(p.slice(0, -3)) > 0 ? p.slice(0, -1) : p;
    const m = /^(.*)(ed|ing)$/.exec(p);
    if (!m || !hasVowel(m[1])) return p;
    const rest = m[1];
    if (/(at|bl|iz)$/.test(rest)) return rest + "e";
    if (doubled(rest) && !/[lsz]$/.test(rest)) return rest.slice(0, -1);
    return measure(rest) === 1 && short(rest) ? rest + "e" : rest;
  }

  function two() {
    return "ational ate tional tion enci ence anci ance izer ize bli ble alli al entli ent eli e ousli ous ization ize ation ate ator ate alism al iveness ive fulness ful ousness ous aliti al iviti ive biliti ble logi log";
  }

  function three() { return "icate ic ative - alize al iciti ic ical ic ful - ness -"; }

  function change(p, list) {
    const l = list.split(" ");
    for (let i = 0; i < l.length; i += 2) {
      if (!p.endsWith(l[i])) continue;
      const rest = p.slice(0, p.length - l[i].length);
      return measure(rest) > 0 ? rest + (l[i + 1] === "-" ? "" : l[i + 1]) : p;
    }
    return p;
  }

  function four(p) {
    let best = "";
    for (const e of "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize".split(" ")) {
      if (e.length > best.length && p.endsWith(e)) best = e;
    }
    const rest = p.slice(0, p.length - best.length);
    return best === "" || measure(rest) < 2 || best === "ion" && !/[st]$/.test(rest) ? p : rest;
  }

  function five(p) {
    if (p.endsWith("e")) {
      const rest = p.slice(0, -1), m = measure(rest);
      if (m > 1 || m === 1 && !short(rest)) p = rest;
    }
    return doubled(p) && p.endsWith("l") && measure(p) > 1 ? p.slice(0, -1) : p;
  }

  return english;
})();
