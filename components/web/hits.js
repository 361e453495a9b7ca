const FEW = 5;

function leg(item) {
  const bar = el("span", { class: "bar", "aria-hidden": "true" }, el("i"));
  bar.firstChild.style.width = `${item.share}%`;
  return el("span", { class: `leg ${item.leg}` }, bar, item.text);
}

function why(card) {
  const match = el("span", { class: card.far ? "far" : null }, card.far ? card.match : el("strong", {}, card.match));
  const sum = el("span", { title: card.score_help }, card.score);
  const legs = el("span", { class: "legs" }, ...card.legs.map(leg), sum);
  return el("div", { class: "why" }, match, legs);
}

function quote(item, send) {
  const read = (event) => {
    const list = event.currentTarget.closest(".hits");
    const [label, id] = [item.read_label, item.evidence_id];
    comeBackTo(() => [...list.querySelectorAll("[data-read]")].find((one) => one.dataset.read === id && one.ariaLabel === label));
    send("read", id);
  };
  const from = el("div", { class: "from" }, el("bdi", {}, item.citation));
  if (item.superseded) from.append(el("span", { class: "chip warn" }, "Superseded version"));
  from.append(el("button", { type: "button", class: "link", onclick: read, "data-read": item.evidence_id, "aria-label": item.read_label }, item.read));
  const kind = item.intact ? (item.superseded ? "quote old" : "quote") : "quote failed";
  return el("li", { class: kind }, prose(item.runs, runs), from);
}

function pairs(list) {
  return list.flatMap(([name, value]) => [el("dt", {}, el("bdi", {}, name)), el("dd", {}, el("bdi", {}, value))]);
}

function aside(card) {
  const box = el("aside", {}, el("dl", { class: "facts" }, ...pairs(card.facts), ...pairs(card.properties.slice(0, FEW))));
  const rest = card.properties.slice(FEW);
  if (rest.length) {
    const title = rest.length === 1 ? "1 more property" : `${rest.length} more properties`;
    box.append(el("details", {}, el("summary", {}, title), el("dl", {}, ...pairs(rest))));
  }
  return box;
}

function top(card) {
  const name = el("h2", {}, el("bdi", {}, ...runs(card.runs)));
  const chips = card.chips.map((chip) => el("span", { class: `chip ${chip.tone}`, title: chip.help }, el("span", {}, chip.text)));
  const title = el("div", { class: "title" }, card.style ? glyph(card.style) : null, name, ...chips);
  const open = card.href
    ? el("a", { class: "open", href: card.href, onclick: follow, "aria-label": card.open_label }, card.open)
    : null;
  return el("div", { class: "top" }, title, open);
}

function hit(card, send) {
  const main = el("div", { class: "main" });
  if (card.also) main.append(el("p", { class: "aka" }, el("bdi", {}, card.also)));
  if (card.support.length) main.append(el("ul", { class: "support" }, ...card.support.map((item) => quote(item, send))));
  if (card.no_support) main.append(el("p", { class: "none" }, card.no_support));
  const body = el("div", { class: "body" }, main);
  if (card.facts.length || card.properties.length) body.append(aside(card));
  return el("li", {}, el("article", { class: "hit" }, top(card), why(card), body));
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = frame(parentElement);
  const list = root.querySelector(".hits");
  list.setAttribute("aria-label", data.title);
  list.replaceChildren(...data.cards.map((card) => hit(card, setTriggerValue)));
}
