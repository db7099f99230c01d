// How a text becomes tokens: wiki/search/TOKENS.md, as package search reads it. Positions are those of JavaScript's
// strings. A token is {exact, folded, plain, start, end}; stem(folded, language) is the term of a plain one.
"use strict";
const tokens = (() => {
  const spaceless = /[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF]/u;
  const unspaced = (c) => c !== undefined && c !== "・" && (spaceless.test(c) ? /[\p{L}\p{M}]/u.test(c) :
    /[\u3005-\u3007\u3041-\u309F\u30A1-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\uAC00-\uD7A3\uFF66-\uFF9D\u{20000}-\u{323AF}]/u.test(c));
  const ascii = (c) => c < "\u0080";
  const digit = (c) => c >= "0" && c <= "9";
  const wordy = (c) => c !== undefined && (ascii(c) ? /[a-zA-Z0-9]/.test(c) : /[\p{L}\p{Nd}\p{M}]/u.test(c) && !unspaced(c));

  // scan calls f for each word, and each pair of characters of a script without spaces; cs are characters.
  function scan(cs, f) {
    for (let i = 0; i < cs.length;) {
      if (unspaced(cs[i])) {
        if (!unspaced(cs[i + 1])) f(i, i + 1);
        for (; unspaced(cs[i + 1]); i++) f(i, i + 2);
        i++;
      } else if (wordy(cs[i])) {
        const end = wordEnd(cs, i);
        f(i, end);
        i = end;
      } else i++;
    }
  }

  function wordEnd(cs, start) {
    let i = start;
    for (; i < cs.length; i++) {
      const c = cs[i];
      if (wordy(c)) continue;
      if (c === "’" ? i === start || !wordy(cs[i + 1]) : !"_./-'@,".includes(c) || !wordy(cs[i + 1])) break;
      if (c === "," && (!digit(cs[i - 1]) || !digit(cs[i + 1]))) break;
    }
    if (i - start === 1 && ascii(cs[start]) && !digit(cs[start]) && !(start > 0 && cs[start - 1] === "#")) {
      for (const tail of ["++", "#"]) {
        if (cs.slice(i, i + tail.length).join("") === tail && !wordy(cs[i + tail.length])) return i + tail.length;
      }
    }
    return i;
  }

  const bytes = new TextEncoder();
  const length = (s) => bytes.encode(s).length;

  function fold(text) {
    const out = text.normalize("NFD").replace(/[\u0300-\u058F\u1AB0-\u20FF]/gu, (c) => /\p{Mn}/u.test(c) ? "" : c)
      .replace(/[ßæœøłđðþı]/g, (c) => ({ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" })[c]);
    return out === "" ? text : out.normalize("NFC");
  }

  // forms are the parts of a word and, behind them, what they make together.
  function forms(cs, from, to) {
    const out = [];
    const add = (start, end, text) => {
      if (text === undefined) text = cs.slice(start, end).join("");
      if (length(text) > 80 || out.length === 24) return;
      let exact = text, folded = text, plain = true;
      if (!/^[a-z]+$/.test(text)) {
        if (!/^[\x00-\x7f]*$/.test(text)) text = text.normalize("NFKC");
        exact = lower(text).replace(/,/g, "").replace(/’/g, "'");
        folded = /^[\x00-\x7f]*$/.test(text) ? exact : fold(exact);
        plain = /^\p{L}*$/u.test(folded);
      }
      if (exact === "" || out.some((o) => o.exact === exact && o.start <= start && end <= o.end)) return;
      out.push({ exact, folded, plain, start, end });
    };
    const cut = (start, end, joiners, f) => {
      let n = 0;
      for (let i = start, at = start; i <= end; i++) {
        if (i < end && !joiners.includes(cs[i])) continue;
        if (i > at) {
          n++;
          f(at, i);
        }
        at = i + 1;
      }
      return n;
    };
    const whole = cs.slice(from, to).join("");
    if (unspaced(cs[from]) || /^([a-z]+|[0-9]+)$/.test(whole)) {
      add(from, to);
      return out;
    }
    if (cut(from, to, "/", file) > 1) add(from, to);
    return out;

    function file(start, end) {
      const part = cs.slice(start, end).join("");
      if (/^\d{4}-\d\d(-\d\d)?$/.test(part)) {
        add(start, start + 4);
        if (part.length === 10) add(start, start + 7);
        add(start, end);
        return;
      }
      const number = /^[vV]?((?=[0-9.]*\.)[0-9.]+)$/.exec(part);
      if (number) {
        add(start, end, number[1]);
        return;
      }
      if (cut(start, end, ".@", name) > 1) add(start, end);
    }

    function name(start, end) {
      const parts = [];
      const take = (a, b, text) => {
        parts.push(text === undefined ? cs.slice(a, b).join("") : text);
        add(a, b, text);
      };
      cut(start, end, "_-", (a, b) => apostrophes(a, b, take));
      if (parts.length > 1) add(start, end, parts.join(""));
    }

    function apostrophes(start, end, take) {
      const part = cs.slice(start, end).join("").replace(/’/g, "'");
      const last = part.lastIndexOf("'");
      if (last < 0) return humps(start, end, take);
      const tail = lower(part.slice(last + 1));
      if (["s", "re", "ve", "ll", "d", "m"].includes(tail)) return take(start, end, part.slice(0, last).replace(/'/g, ""));
      if (tail === "t") return take(start, end, part.replace(/'/g, ""));
      cut(start, end, "'’", (a, b) => humps(a, b, take));
    }

    function humps(start, end, take) {
      const upper = (c) => c !== undefined && /\p{Lu}/u.test(c), small = (c) => c !== undefined && /\p{Ll}/u.test(c);
      let at = start;
      for (let i = start; i < end; i++) {
        if (i > at && upper(cs[i])) {
          const before = cs[i - 1], next = i + 1 < end ? cs[i + 1] : undefined;
          if (small(before) || upper(before) && small(next) && !(next === "s" && i + 2 >= end)) {
            take(at, i);
            at = i;
          }
        }
      }
      take(at, end);
    }
  }

  // lower is Go's strings.ToLower, letter by letter: no final sigma, and İ is i.
  const lower = (s) => [...s].map((c) => c === "İ" ? "i̇" : c.toLowerCase()).join("");

  function words(text) {
    const cs = [...text], out = [];
    scan(cs, (start, end) => out.push(forms(cs, start, end)));
    return out;
  }

  return { words, stem, lower };

  function stem(word, lang) {
    if (length(word) < 4 || !ascii(word[0]) !== (lang === "ru")) return word;
    if (lang === "en") return english(word);
    if (lang === "de") return german(word);
    const list = endings()[lang];
    if (!list) return word;
    const least = lang === "ru" ? 6 : 4;
    for (const e of list) {
      if (word.endsWith(e) && length(word) - length(e) >= least) return word.slice(0, word.length - e.length);
    }
    return word;
  }

  function endings() {
    return endings.known || (endings.known = Object.fromEntries(Object.entries({
      fr: "issements issement ements ement ations ation ateurs ateur atrices atrice euses euse ives ive ites ite aient ions ees ers ent ons ait ee es er ez if s x e",
      es: "amientos amiento imientos imiento aciones acion adoras adores adora ador mente ando iendo idades idad ados adas idos idas ado ada ido ida aron ieron amos emos imos es os as ar er ir s o a e",
      pt: "amentos amento imentos imento acoes acao adoras adores adora ador mente ando endo indo idades idade ados adas idos idas ado ada ido ida aram eram amos emos oes es os as ar er ir s o a e",
      ru: "ениями ениях ения ение ений остями ости ость ами ями ого его ому ему ыми ими ать ять ить ует ают яют ила ыла ало али ал ая яя ое ее ые ие ый ий ой ей ом ем ам ям ах ях ов ев ть ла ло ли а я о е ы и у ю ь й",
    }).map(([lang, list]) => [lang, list.split(" ")])));
  }

  function german(w) {
    const cutOff = (n) => { w = w.slice(0, w.length - n); };
    const n = w.length, before = (k) => w[w.length - k - 1];
    if (n > 6 && w.endsWith("nisse")) cutOff(2);
    else if (n > 6 && w.endsWith("ern")) cutOff(3);
    else if (n > 5 && /e[mnrs]$/.test(w)) cutOff(2);
    else if (n > 4 && w.endsWith("e")) cutOff(1);
    else if (n > 4 && w.endsWith("s") && "bdfghklmnrt".includes(before(1))) cutOff(1);
    const m = w.length;
    if (m > 6 && w.endsWith("est")) cutOff(3);
    else if (m > 5 && /e[rn]$/.test(w)) cutOff(2);
    else if (m > 5 && w.endsWith("st") && "bdfghklmnt".includes(before(2))) cutOff(2);
    return w;
  }

  // The algorithm of M. F. Porter (1980), as TOKENS.md says where it ends.
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
})();
if (typeof module !== "undefined") module.exports = tokens;
