"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const picture = document.getElementById("picture");
const view = document.getElementById("view");
const panel = document.getElementById("panel");
const entities = new Map(data.entities.map((item) => [item.id, item]));
const relations = new Map(data.relations.map((item) => [item.id, item]));
const marks = new Map([...picture.querySelectorAll("[data-id]")].map((mark) => [mark.dataset.id, mark]));

function element(tag, text, more) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  return Object.assign(made, more);
}

// A line of pieces [text, whether it is data]; data runs its own way and leaves the line as it is.
function line(pieces) {
  return pieces.map(([text, given]) => (given ? element("bdi", text) : text));
}

function say(relation) {
  const item = element("li");
  const button = element("button", undefined, { type: "button", className: "say" });
  button.append(...line(relation.sentence));
  button.onclick = () => choose(relation.id);
  button.dataset.for = relation.id;
  item.append(button);
  return item;
}

function quotation(passage) {
  const quote = element("blockquote");
  const words = element("p", undefined, { dir: passage.direction });
  for (const [text, names] of passage.runs) words.append(names.length ? element("mark", text, { className: names.join(" ") }) : text);
  const from = element("footer");
  from.append(...line(passage.citation));
  quote.append(words, from);
  return quote;
}

function key(passages) {
  const used = new Set(passages.flatMap((passage) => passage.runs.flatMap(([, names]) => names)));
  const line = element("p", undefined, { className: "key" });
  for (const name of ["subject", "object", "quote"]) if (used.has(name)) line.append(element("mark", name, { className: name }), " ");
  return line;
}

function showEntity(entity) {
  panel.append(element("h2"), element("p", undefined, { className: "kind" }));
  panel.firstChild.append(element("bdi", entity.name));
  panel.lastChild.append(element("bdi", entity.label));
  const own = data.relations.filter((item) => item.source === entity.id || item.target === entity.id);
  panel.append(element("p", own.length ? "Relations in this view:" : "No relation of it is in this view."));
  const list = element("ul");
  list.append(...own.map(say));
  panel.append(list);
}

function showRelation(relation) {
  panel.append(element("h2"), element("p", relation.support, { className: "kind" }));
  panel.firstChild.append(...line(relation.sentence));
  if (relation.candidates) panel.append(element("p", "No passage is recorded as stating this relation. These mention both ends and may say something else."));
  if (relation.passages.length) panel.append(key(relation.passages));
  panel.append(...relation.passages.map(quotation));
  if (!relation.passages.length) panel.append(element("p", "No passage came with this view."));
}

function choose(id) {
  for (const mark of marks.values()) mark.classList.remove("chosen");
  document.querySelectorAll(".say").forEach((button) => button.setAttribute("aria-current", String(button.dataset.for === id)));
  panel.replaceChildren();
  marks.get(id)?.classList.add("chosen");
  if (entities.has(id)) showEntity(entities.get(id));
  else if (relations.has(id)) showRelation(relations.get(id));
  panel.scrollTop = 0;
}

for (const mark of picture.querySelectorAll(".edge")) {
  const line = mark.querySelector("path").cloneNode();
  for (const name of ["stroke", "stroke-width", "stroke-dasharray", "fill"]) line.removeAttribute(name);
  line.setAttribute("class", "hit");
  mark.append(line);
}
document.querySelector("#list ol").append(...data.relations.map(say));

let [scale, left, high] = [1, 0, 0];
const place = () => view.setAttribute("transform", `translate(${left} ${high}) scale(${scale})`);
const inside = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());

function zoom(by, at) {
  const next = Math.min(8, Math.max(0.2, scale * by));
  left = at.x - ((at.x - left) * next) / scale;
  high = at.y - ((at.y - high) * next) / scale;
  scale = next;
  place();
}

let held = null;
picture.onwheel = (event) => { event.preventDefault(); zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, inside(event)); };
picture.onpointerdown = (event) => { held = { at: inside(event), left, high, moved: false }; };
picture.onpointermove = (event) => {
  if (!held) return;
  const now = inside(event);
  if (Math.hypot(now.x - held.at.x, now.y - held.at.y) * scale > 4) held.moved = true;
  left = held.left + now.x - held.at.x;
  high = held.high + now.y - held.at.y;
  if (held.moved) place();
};
window.onpointerup = () => { setTimeout(() => { held = null; }, 0); };
picture.onclick = (event) => {
  if (held?.moved) return;
  const mark = event.target.closest("[data-id]");
  if (mark) choose(mark.dataset.id);
};
document.querySelectorAll("#zoom button").forEach((button) => {
  button.onclick = () => {
    const by = Number(button.dataset.by);
    const box = picture.viewBox.baseVal;
    if (by) zoom(by, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
    else { [scale, left, high] = [1, 0, 0]; place(); }
  };
});
