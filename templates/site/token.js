// How a text becomes tokens: wiki/search/TOKENS.md, as package search reads it. Positions are those of JavaScript's
// strings. A token is {exact, folded, plain, start, end}; stem(folded, language) is the term of a plain one.
"use strict";
const tokens = (() => {
  const spaceless = /[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF]/u;
  const unspaced = (c) => c !== undefined && c !== "・" && (spaceless.test(c) ? /[\p{L}\p{M}]/u.test(c) :
    /[\u3005-\u3007\u3041-\u309F\u30A1-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\uAC00-\uD7A3\uFF66-\uFF9D\u{20000}-\u{323AF}]/u.test(c));
  const ascii = (c) => c < "\u0080";
  const digit = (c) => c >= "0" && c <= "9";
  const wordy = (c) => c !== undefined && (ascii(c) ? /[a-zA-Z0-9]/.test(c) : /[\p{L}\p{Nd}\p{M}]/u.test(c) && !unspaced(c) && !/[\uFE00-\uFE0F\u20E3\u{E0100}-\u{E01EF}]/u.test(c));
  const sign = (c) => /[\u2300-\u23FF\u2600-\u27BF\u2B00-\u2BFF\u{1F000}-\u{1F3FA}\u{1F400}-\u{1FAFF}]/u.test(c);
  const flagPart = (c) => c !== undefined && /[\u{1F1E6}-\u{1F1FF}]/u.test(c);

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
      } else if (sign(cs[i])) {
        const end = i + (flagPart(cs[i]) && flagPart(cs[i + 1]) ? 2 : 1);
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

  // A stemmer is in a file of its own, stem-LANGUAGE.js, that only a vault with texts of the language has loaded.
  const stemmers = {};
  const stem = (word, lang) => !Object.hasOwn(stemmers, lang) || length(word) < 4 || !ascii(word[0]) !== (lang === "ru") ? word : stemmers[lang](word);

  // endings makes a stemmer that takes off the first ending of a list that leaves so many bytes.
  const endings = (list, least) => (word) => {
    const e = list.split(" ").find((e) => word.endsWith(e) && length(word) - length(e) >= least) || "";
    return word.slice(0, word.length - e.length);
  };

  return { words, stem, lower, stemmers, endings };
})();
if (typeof module !== "undefined") module.exports = tokens;
