function ends(panel, ask) {
  const end = (item) =>
    el("button", { type: "button", class: "end", onclick: () => ask("select", item.id), title: `Show ${item.name}` },
      glyph(item.look), el("bdi", {}, item.name));
  return el("h2", { class: "sentence", "aria-label": panel.title }, end(panel.subject),
    el("span", { class: `relation ${panel.grade}` }, el("i", { "aria-hidden": "true" }), el("bdi", {}, panel.relation), el("i", { "aria-hidden": "true", class: panel.directed ? "to" : null })),
    end(panel.object));
}

function head(panel, ask) {
  const chips = panel.chips.map((chip) => el("span", { class: `chip ${chip.tone}`, title: chip.help }, el("span", {}, chip.text)));
  if (panel.kind === "edge") return [ends(panel, ask), ...(chips.length ? [el("p", { class: "chips" }, ...chips)] : [])];
  return [el("h2", {}, glyph(panel.look), el("bdi", {}, panel.title)), el("p", { class: "chips" }, ...chips)];
}

function actions(panel, ask) {
  const one = (item) =>
    item.href
      ? el("a", { class: "act", href: item.href, onclick: follow, title: item.help }, item.text)
      : el("button", { type: "button", class: "act", disabled: !item.enabled, title: item.help, onclick: () => ask(item.do, panel.id) }, item.text);
  return el("p", { class: "acts", role: "group", "aria-label": "Actions" }, ...panel.actions.map(one));
}

function pairs(list) {
  return el("dl", {}, ...list.flatMap(([name, value]) => [el("dt", {}, el("bdi", {}, name)), el("dd", {}, el("bdi", {}, value))]));
}

function tick([words, seen]) {
  return el("span", { class: seen ? "tick yes" : "tick no" }, el("span", { "aria-hidden": "true" }, seen ? "✓" : "–"), seen ? words : words.replace("seen", "not seen"));
}

function passage(item, ask) {
  const from = el("div", { class: "from" }, el("bdi", {}, item.citation));
  if (item.superseded) from.append(el("span", { class: "chip warn" }, "Superseded version"));
  const foot = el("div", { class: "foot" }, ...item.seen.map(tick),
    el("button", { type: "button", class: "link", "data-read": item.evidence_id, onclick: () => ask("read", item.evidence_id), "aria-label": item.read_label }, item.read));
  const kind = item.intact ? (item.superseded ? "quote old" : "quote") : "quote failed";
  return el("li", { class: kind }, prose(item.runs, layered), from, foot);
}

function passages(panel, ask) {
  if (!panel.passages_title) return [];
  const parts = [el("h3", {}, panel.passages_title)];
  if (panel.kind === "edge" && panel.passages.length)
    parts.push(markKey(panel.passages.some((item) => item.runs.some(([, names]) => names.includes("quote")))));
  if (panel.passages.length) parts.push(el("ol", { class: panel.grade === "together" ? "support maybe" : "support" }, ...panel.passages.map((item) => passage(item, ask))));
  if (panel.passages_note) parts.push(el("p", { class: "note" }, panel.passages_note));
  return parts;
}

// What a table chose. Its rows stand far below the inspector, so what they choose brings the head of
// that into sight once it is drawn; the next press of a key or a pointer is about something else.
const sought = { id: null, from: 0 };
let section = null;

globalThis.__evidenceSeek = (id, wait = 0) => {
  Object.assign(sought, { id, from: performance.now() + wait });
  show();
};
for (const press of ["pointerdown", "keydown"]) addEventListener(press, () => { sought.id = null; }, true);

function pane() {
  return (section.getRootNode().host ?? section).closest('[data-testid="stVerticalBlock"].st-key-explore-inspector');
}

function show() {
  const { id, from } = sought;
  if (!id || section?.dataset.shown !== id) return;
  setTimeout(() => {
    if (sought.id !== id || section.dataset.shown !== id) return;
    sought.id = null;
    const box = pane();
    if (!box) return;
    box.scrollTop = 0;
    if (box.getBoundingClientRect().top < parseFloat(getComputedStyle(box).scrollMarginTop)) box.scrollIntoView({ block: "start", behavior: "instant" });
  }, Math.max(0, from - performance.now()));
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = frame(parentElement).querySelector(".panel");
  section = root;
  const ask = (act, id) => {
    if (act === "read") comeBackTo(() => [...root.querySelectorAll("[data-read]")].find((item) => item.dataset.read === id));
    setTriggerValue("ask", { do: act, id });
  };
  choose(data.selected);
  const panel = data.panel;
  const held = root.dataset.shown;
  root.dataset.shown = panel ? panel.id : "";
  if (!panel) {
    root.replaceChildren(el("p", { class: "empty" }, data.empty));
    return;
  }
  const inside = root.contains(root.getRootNode().activeElement) ? root.getRootNode().activeElement.textContent : null;
  root.replaceChildren(
    ...head(panel, ask),
    ...panel.lines.map((line) => el("p", { class: "line" }, el("bdi", {}, line))),
    ...(panel.facts.length ? [pairs(panel.facts)] : []),
    actions(panel, ask),
    ...passages(panel, ask),
    ...(panel.properties.length ? [el("details", {}, el("summary", {}, panel.properties.length === 1 ? "1 property" : `${panel.properties.length} properties`), pairs(panel.properties))] : []),
  );
  if (inside && held === panel.id) [...root.querySelectorAll("button, a")].find((item) => item.textContent === inside)?.focus();
  if (held !== panel.id) pane()?.scrollTo({ top: 0, behavior: "instant" });
  show();
}
