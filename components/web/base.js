const PATHS = {
  dot: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2z",
  square: "M3 3h10v10H3z",
  triangle: "M8 2.2 14.4 13.4H1.6z",
  triangleDown: "M8 13.8 1.6 2.6h12.8z",
  diamond: "M8 1.4 14.6 8 8 14.6 1.4 8z",
  hexagon: "M4.7 2.4h6.6L14.6 8l-3.3 5.6H4.7L1.4 8z",
  star: "M8 1.3l2 4.5 4.9.5-3.7 3.2 1.1 4.8L8 11.8l-4.3 2.5 1.1-4.8L1.1 6.3 6 5.8z",
};

function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

function glyph(style) {
  const box = el("span", { class: "glyph", "aria-hidden": "true" });
  box.style.setProperty("--light", style.light);
  box.style.setProperty("--dark", style.dark);
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", PATHS[style.shape] ?? PATHS.dot);
  svg.append(path);
  box.append(svg);
  return box;
}

// A run is [text, marked]; text only ever enters the page as text.
function runs(list) {
  return list.map(([text, marked]) => (marked ? el("mark", {}, text) : document.createTextNode(text)));
}

// The same with the names of the marks that a run carries.
function layered(list) {
  return list.map(([text, names]) => (names.length ? el("mark", { class: names.join(" ") }, text) : document.createTextNode(text)));
}

const RIGHT_TO_LEFT = /(?=\p{L})[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/gu;

// Most of its letters say which way a text runs: an English sentence may begin with an Arabic name.
function directionOf(text) {
  const letters = text.match(/\p{L}/gu) ?? [];
  return 2 * (text.match(RIGHT_TO_LEFT) ?? []).length > letters.length ? "rtl" : "ltr";
}

// A paragraph of a passage, from runs of either kind.
function prose(list, draw, props = {}) {
  return el("p", { ...props, dir: directionOf(list.map(([text]) => text).join("")) }, ...draw(list));
}

// What the colours of the marks mean; the quote only where one is marked.
function markKey(quoted) {
  return el("p", { class: "key" }, el("mark", { class: "subject" }, "subject"), el("mark", { class: "object" }, "object"),
    quoted ? el("mark", { class: "quote" }, "quote") : null);
}

function isDark(host) {
  const probe = getComputedStyle(host).getPropertyValue("--st-background-color").trim();
  const match = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/i.exec(probe);
  if (!match) return false;
  const [r, g, b] = match.slice(1, 4).map((part) => parseInt(part, 16));
  return 0.299 * r + 0.587 * g + 0.114 * b < 128;
}

function frame(parentElement) {
  const root = parentElement.querySelector(".eg");
  root.dataset.theme = isDark(parentElement.host ?? parentElement) ? "dark" : "light";
  return root;
}

// Follows a link inside the app as Back and Forward do: one step of the history, no reload.
function follow(event) {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if (event.detail === 0) globalThis.__evidenceFollowed = performance.now();
  history.pushState({}, "", event.currentTarget.href);
  dispatchEvent(new PopStateEvent("popstate", { state: {} }));
}
