// Before anything is painted: the look that the reader chose, and that there are scripts.
(() => {
  const root = document.documentElement;
  root.dataset.js = "";
  let theme = null;
  try { theme = localStorage.getItem("memoria-theme"); } catch {}
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
})();
