function tile(item) {
  const name = el("a", { href: item.href, onclick: follow }, el("bdi", {}, ...runs(item.runs)));
  const main = el("div", { class: "main" }, name, el("span", { class: "note" }, item.note));
  const explore = el("a", { class: "explore", href: item.explore, onclick: follow, "aria-label": item.explore_label }, "Explore");
  return el("li", {}, el("div", { class: "tile" }, glyph(item.style), main, explore));
}

function group(item) {
  return el("section", {}, el("h2", {}, item.title), el("ul", { class: "tiles" }, ...item.tiles.map(tile)));
}

export default function ({ data, parentElement }) {
  frame(parentElement).querySelector(".groups").replaceChildren(...data.groups.map(group));
}
