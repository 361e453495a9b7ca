const TABLES = new WeakMap();
const COLUMNS = [
  ["Subject", (row) => row.subject.name], ["Relation", (row) => row.relation], ["Object", (row) => row.object.name],
  ["Kind", (row) => row.kind], ["Passages", (row) => row.order], ["Extractor", (row) => row.extractor], ["Confidence", (row) => row.confidence],
];
// What the cells of a column are; the extra ones go first where there is little room.
const CLASSES = { Passages: "number", Extractor: "soft extra", Confidence: "number extra" };

// Makes these the children of a parent without touching those that stay: what a browser has laid
// out once it lays out anew when it is taken out and put back.
function arrange(parent, children) {
  const wanted = new Set(children);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  let next = parent.firstChild;
  for (const child of children) {
    if (child === next) next = next.nextSibling;
    else parent.insertBefore(child, next);
  }
}

// How long a second click may take to make a double click; until then nothing moves under the pointer.
const TWICE = 400;

class Edges {
  constructor(parent) {
    this.root = frame(parent).querySelector(".edges");
    this.sort = null;
    this.at = [0, 1];
    this.asked = 0;
    this.chosen = null;
    this.made = new Map();
    this.table = el("table", { role: "grid" }, el("thead", { role: "rowgroup" }), el("tbody", { role: "rowgroup" }));
    this.scroll = el("div", { class: "scroll" });
    this.root.replaceChildren(this.scroll);
    this.root.onkeydown = (event) => this.key(event);
    this.root.onfocusin = (event) => this.enter(event.target);
    this.hear = (id) => this.choose(id);
    HEARERS.add(this.hear);
  }

  update(data, send) {
    const grown = data.asked > this.asked && this.data !== undefined;
    const hadFocus = this.root.contains(this.root.getRootNode().activeElement);
    // The same data comes again when the theme changes; what was chosen since then stays.
    const chosen = data === this.data ? this.chosen : data.selected;
    const moved = chosen !== this.chosen;
    this.asked = data.asked;
    this.send = (act, id) => send("ask", { do: act, id });
    this.data = data;
    this.chosen = chosen;
    const text = JSON.stringify([data.rows, data.ends, data.looks, data.hides]);
    if (text === this.text) this.mark();
    else {
      this.text = text;
      this.lines = data.rows.map((row) => this.line(row));
      this.draw();
    }
    if (moved) this.reveal();
    if (hadFocus || grown) this.focus({ preventScroll: !grown });
  }

  // Chooses, and has the inspector show it; in a list over the page nothing else is to be seen.
  pick(id, wait = 0) {
    this.send("select", id);
    if (this.data.hides) globalThis.__evidenceSeek?.(id, wait);
  }

  line(values) {
    const row = Object.fromEntries(this.data.fields.map((name, index) => [name, values[index]]));
    const [subject, object] = [this.data.ends[row.subject], this.data.ends[row.object]];
    const said = row.directed ? `${subject.name} ${row.relation} ${object.name}` : `${subject.name} and ${object.name}, ${row.relation}`;
    return { ...row, subject, object, kind: this.data.grades[row.grade].words, sentence: `${said}: ${row.support}.` };
  }

  rows() {
    if (!this.sort) return this.lines;
    const [column, down] = this.sort;
    const read = COLUMNS[column][1];
    const less = (one, other) => (typeof one === "number" ? one - other : one.localeCompare(other));
    return [...this.lines].sort((one, other) => less(read(one), read(other)) * (down ? -1 : 1));
  }

  draw() {
    const extractor = this.lines.some((row) => row.extractor);
    const confidence = this.lines.some((row) => row.confidence);
    this.columns = COLUMNS.map((column, index) => [column[0], index]).filter(([name]) => (name !== "Extractor" || extractor) && (name !== "Confidence" || confidence));
    this.shown = this.rows();
    this.at = [Math.max(0, Math.min(this.at[0], this.shown.length - 1)), this.at[1]];
    const head = el("tr", { role: "row" }, ...this.columns.map(([name, index]) => this.header(name, index)),
      this.data.hides ? el("th", { role: "columnheader", scope: "col" }, el("span", { class: "hide" }, "Actions")) : null);
    this.table.setAttribute("aria-label", `${this.data.title}. ${this.data.keys}`);
    this.table.setAttribute("aria-rowcount", String(this.shown.length + 1));
    this.table.tHead.replaceChildren(head);
    arrange(this.table.tBodies[0], this.body());
    const shown = this.shown.length ? this.table : el("p", { class: "empty" }, "No relation is drawn.");
    if (this.scroll.firstChild !== shown) this.scroll.replaceChildren(shown);
    this.mark();
  }

  // What the rest of the page says is chosen; a list of what is not drawn shows no selection.
  choose(id) {
    if (!this.data?.hides || id === this.chosen) return;
    this.chosen = id;
    this.mark();
    // After the frame that shows the choice: asking for a place before it would lay the page out twice.
    requestAnimationFrame(() => setTimeout(() => { if (this.chosen === id) this.reveal(); }));
  }

  // The same rows with another selection.
  mark() {
    const { chosen } = this;
    for (const line of this.root.querySelectorAll("tr[data-id]")) {
      const is = String(line.dataset.id === chosen);
      if (line.getAttribute("aria-selected") !== is) line.setAttribute("aria-selected", is);
    }
    for (const end of this.root.querySelectorAll("button.end")) end.classList.toggle("on", end.dataset.id === chosen);
  }

  header(name, index) {
    const sorted = this.sort?.[0] === index ? (this.sort[1] ? "descending" : "ascending") : "none";
    const turn = () => { this.sort = sorted === "none" ? [index, index === 4] : sorted === (index === 4 ? "descending" : "ascending") ? [index, index !== 4] : null; this.draw(); [...this.root.querySelectorAll("th button")].find((item) => item.textContent.startsWith(name))?.focus(); };
    const arrow = { none: "", ascending: " ↑", descending: " ↓" }[sorted];
    return el("th", { role: "columnheader", scope: "col", "aria-sort": sorted, class: CLASSES[name] },
      el("button", { type: "button", class: "sort", onclick: turn, title: `Sort by ${name.toLowerCase()}` }, name, el("span", { "aria-hidden": "true" }, arrow)));
  }

  // The rows of the body; those that stood there before are the same elements, in other places.
  body() {
    const made = new Map();
    const body = this.shown.map((row, index) => {
      const text = JSON.stringify([{ ...row, subject: this.whole(row.subject), object: this.whole(row.object) }, this.columns, this.data.hides]);
      const before = this.made.get(row.id);
      const line = before?.text === text ? before.line : this.row(row);
      made.set(row.id, { text, line });
      for (const button of line.querySelectorAll("[data-cell]")) this.seat(button, index);
      return line;
    });
    this.made = made;
    return body;
  }

  seat(button, index) {
    button.dataset.row = index;
    button.tabIndex = index === this.at[0] && Number(button.dataset.cell) === this.at[1] ? 0 : -1;
  }

  // An end with its look spelt out, whose number changes with what else is shown.
  whole(end) { return { ...end, look: this.data.looks[end.look] }; }

  row(row) {
    const cell = (position, button, kind = null) => {
      button.dataset.cell = position;
      return el("td", { role: "gridcell", class: kind }, button);
    };
    const end = (item) => el("button", { type: "button", class: "end", title: item.name, onclick: (event) => this.pick(item.id, event.detail ? TWICE : 0), ondblclick: () => this.send("expand", item.id), "data-id": item.id }, glyph(this.data.looks[item.look]), el("bdi", {}, item.name));
    const relation = el("button", { type: "button", class: "rel", "aria-label": row.sentence, onclick: () => this.pick(row.id), "data-id": row.id }, el("bdi", {}, row.relation));
    const cells = {
      Subject: cell(0, end(row.subject), "name"), Relation: cell(1, relation, "said"), Object: cell(2, end(row.object), "name"),
      Kind: el("td", { role: "gridcell" }, this.kind(row)), Passages: el("td", { role: "gridcell", class: CLASSES.Passages }, row.passages),
      Extractor: el("td", { role: "gridcell", class: CLASSES.Extractor }, el("bdi", {}, row.extractor)), Confidence: el("td", { role: "gridcell", class: CLASSES.Confidence }, row.confidence),
    };
    const hide = el("button", { type: "button", class: "act", "aria-label": `Hide: ${row.sentence}`, title: "Hide this relation", onclick: () => this.send("hide", row.id), "data-id": row.id }, "Hide");
    const line = el("tr", { role: "row", "aria-selected": "false", "data-id": row.id }, ...this.columns.map(([name]) => cells[name]), this.data.hides ? cell(3, hide) : null);
    line.onclick = (event) => {
      if (event.target.closest("button")) return;
      relation.focus({ preventScroll: true });
      this.pick(row.id);
    };
    return line;
  }

  kind(row) {
    const mark = el("i", { class: row.grade, "aria-hidden": "true" });
    mark.style.setProperty("--light", this.data.grades[row.grade].light);
    mark.style.setProperty("--dark", this.data.grades[row.grade].dark);
    return el("span", { class: "kind" }, mark, row.kind);
  }

  key(event) {
    const from = event.target.closest("[data-row]");
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Home: [-1e6, 0], End: [1e6, 0], PageDown: [10, 0], PageUp: [-10, 0] }[event.key];
    const key = event.key.toLowerCase();
    if (step) this.move(step);
    else if (key === "x") this.send("expand", this.expandable(from));
    else if (key === "h" && this.data.hides) this.send("hide", from.dataset.id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // A row stands for its relation; what it leads to away from the start is what expanding means.
  expandable(from) {
    const row = this.shown[Number(from.dataset.row)];
    if (from.dataset.cell === "0") return row.subject.id;
    if (from.dataset.cell === "2") return row.object.id;
    return row.object.id === this.data.start ? row.subject.id : row.object.id;
  }

  move([down, across]) {
    const row = Math.max(0, Math.min(this.shown.length - 1, this.at[0] + down));
    this.at = [row, Math.max(0, Math.min(this.data.hides ? 3 : 2, this.at[1] + across))];
    this.focus();
  }

  enter(target) {
    if (!target.dataset.row) return;
    this.root.querySelectorAll("[data-row][tabindex='0']").forEach((item) => { item.tabIndex = -1; });
    target.tabIndex = 0;
    this.at = [Number(target.dataset.row), Number(target.dataset.cell)];
  }

  focus(how) {
    this.root.querySelector(`[data-row="${this.at[0]}"][data-cell="${this.at[1]}"]`)?.focus(how);
  }

  reveal() {
    const at = this.shown.findIndex((row) => row.id === this.chosen);
    if (at < 0) return;
    if (!this.root.contains(this.root.getRootNode().activeElement)) this.at = [at, 1];
    const { scroll } = this;
    const line = this.root.querySelectorAll("tbody tr")[at];
    const top = line.offsetTop - 40;
    if (top < scroll.scrollTop || top > scroll.scrollTop + scroll.clientHeight - 80) scroll.scrollTop = top - scroll.clientHeight / 3;
    this.root.querySelectorAll("[data-row]").forEach((item) => this.seat(item, Number(item.dataset.row)));
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  let table = TABLES.get(parentElement);
  if (!table) TABLES.set(parentElement, (table = new Edges(parentElement)));
  frame(parentElement);
  table.update(data, setTriggerValue);
  return () => {
    TABLES.delete(parentElement);
    HEARERS.delete(table.hear);
  };
}
