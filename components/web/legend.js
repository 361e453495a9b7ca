// One row that never grows: what has no room in it opens over the page from a button at its end.

const HELD = new WeakMap();
const GAP = 5;
const MORE = 52;
const DIGIT = 7.5;

function sample(line) {
  const box = el("span", { class: "line", "aria-hidden": "true" });
  box.style.setProperty("--light", line.light);
  box.style.setProperty("--dark", line.dark);
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 30 8");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", "M1 4h28");
  path.setAttribute("stroke-width", line.width);
  if (line.dashes.length) path.setAttribute("stroke-dasharray", line.dashes.map((part) => part * 0.7).join(" "));
  svg.append(path);
  box.append(svg);
  return box;
}

function entry(item, send) {
  const spoken = `${item.text}: ${item.help}`;
  return el("button", { type: "button", class: `entry ${item.kind}`, "aria-pressed": String(item.on), "aria-label": spoken, title: `${item.help}. Click to ${item.on ? "hide" : "show"}.`,
    "data-name": item.name, onclick: () => send("toggle", { kind: item.kind, name: item.name }) },
    item.line ? sample(item.line) : glyph(item.look), el("bdi", { class: "whole" }, item.text),
    item.short ? el("bdi", { class: "short" }, item.short) : null, el("span", { class: "count" }, item.count));
}

class Legend {
  constructor(parent) {
    this.root = frame(parent).querySelector(".legend");
    this.row = this.root.querySelector(".row");
    this.more = this.root.querySelector(".more");
    this.rest = this.root.querySelector(".rest");
    this.more.popoverTargetElement = this.rest;
    this.rest.ontoggle = () => this.more.setAttribute("aria-expanded", String(this.isOpen()));
    this.rest.onbeforetoggle = () => this.place();
    this.place = this.place.bind(this);
    addEventListener("scroll", this.place, true);
    this.watch = new ResizeObserver(() => this.fit());
    this.watch.observe(this.root);
    document.fonts?.ready.then(() => this.fit(true));
  }

  isOpen() {
    return this.rest.matches(":popover-open");
  }

  update(data, send) {
    const held = this.root.getRootNode().activeElement?.dataset?.name;
    this.items = data.entries;
    this.entries = data.entries.map((item) => entry(item, send));
    this.fit(true);
    if (held) this.entries.find((item) => item.dataset.name === held)?.focus();
  }

  // What has room depends on no count, so that hiding moves nothing in the row.
  fit(anew = false) {
    const width = this.root.clientWidth;
    if (!this.entries || !width || (!anew && width === this.width)) return;
    this.width = width;
    const focused = this.root.getRootNode().activeElement;
    this.row.replaceChildren(...this.entries);
    const all = this.entries.length;
    const compact = !this.fits(all, false);
    let shown = all;
    while (compact && shown > 1 && !this.fits(shown, true)) shown -= 1;
    this.row.replaceChildren(...this.entries.slice(0, shown));
    this.rest.replaceChildren(...this.entries.slice(shown));
    const left = this.items.slice(shown);
    const off = left.filter((item) => !item.on).length;
    this.more.hidden = !left.length;
    this.more.textContent = `+${left.length}`;
    this.more.classList.toggle("off", off > 0);
    this.more.title = `${left.length} more${off ? `, ${off} of them hidden` : ""}`;
    this.more.setAttribute("aria-label", `+${left.length}: the rest of the legend${off ? `, ${off} of it hidden` : ""}`);
    if (!left.length && this.isOpen()) this.rest.hidePopover();
    focused?.focus();
    this.place();
  }

  fits(shown, compact) {
    this.root.classList.toggle("compact", compact);
    const rooms = this.entries.slice(0, shown).map((item, at) => {
      const { room, count } = this.items[at];
      return item.offsetWidth + parseFloat(getComputedStyle(item).marginLeft) + GAP + DIGIT * (room - count.length);
    });
    return rooms.reduce((sum, room) => sum + room, shown < this.entries.length ? MORE : 0) <= this.width;
  }

  place() {
    const edge = this.more.getBoundingClientRect();
    Object.assign(this.rest.style, { top: `${edge.bottom + 6}px`, right: `${Math.max(8, document.documentElement.clientWidth - edge.right)}px` });
  }

  destroy() {
    removeEventListener("scroll", this.place, true);
    this.watch.disconnect();
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  let legend = HELD.get(parentElement);
  if (!legend) HELD.set(parentElement, (legend = new Legend(parentElement)));
  frame(parentElement);
  legend.update(data, setTriggerValue);
  return () => {
    legend.destroy();
    HELD.delete(parentElement);
  };
}
