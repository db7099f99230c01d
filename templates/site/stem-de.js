// The light stemmer of J. Savoy, as package search has it.
tokens.stemmers.de = (w) => {
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
};
