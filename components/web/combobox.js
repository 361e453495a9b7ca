const BOXES = new WeakMap();
const QUIET = 50;

class Combobox {
  constructor(parent) {
    this.root = frame(parent);
    this.box = this.root.querySelector(".box");
    this.input = this.root.querySelector("input");
    this.list = this.root.querySelector(".list");
    this.status = this.root.querySelector("[role=status]");
    this.items = [];
    this.active = -1;
    this.wanted = false;
    this.value = null;
    this.input.oninput = () => this.typed();
    this.input.onkeydown = (event) => this.key(event);
    this.input.onfocus = () => this.silent || this.open();
    this.input.onclick = () => this.open();
    this.input.onblur = () => this.close();
    this.root.querySelector(".go").onclick = () => this.submit(this.input.value, null);
    this.root.querySelector(".clear").onclick = () => this.clear();
    this.list.onpointerdown = (event) => event.preventDefault();
    this.place = () => this.move();
    this.slash = (event) => this.shortcut(event);
    document.addEventListener("keydown", this.slash);
    addEventListener("resize", this.place);
    addEventListener("scroll", this.place, true);
  }

  update(data, send) {
    this.send = send;
    this.data = data;
    this.input.placeholder = data.placeholder;
    this.root.querySelector("label").textContent = data.label;
    if (data.value !== this.value) {
      this.value = data.value;
      this.input.value = data.value;
    }
    if (data.focus && !this.focused) {
      this.focused = true;
      // Who already types somewhere else goes on typing there.
      if (!document.activeElement?.matches("input, textarea, select, [contenteditable=true]")) {
        this.silent = true;
        this.input.focus({ preventScroll: true });
        this.silent = false;
      }
    }
    this.box.classList.toggle("filled", this.input.value !== "");
    if (this.isActive()) this.fill();
  }

  isActive() {
    return this.input.getRootNode().activeElement === this.input && this.wanted;
  }

  offered() {
    const text = this.input.value.trim();
    if (!text) return this.data.starters;
    return this.data.offered_for === text ? this.data.offers : null;
  }

  typed() {
    this.wanted = true;
    this.box.classList.toggle("filled", this.input.value !== "");
    const text = this.input.value.trim();
    clearTimeout(this.timer);
    if (!text || this.offered()) this.fill();
    else this.timer = setTimeout(() => this.send("typed", text), QUIET);
  }

  fill() {
    const items = this.offered();
    if (items === null) return;
    this.items = items;
    this.active = -1;
    this.list.replaceChildren(...items.map((item, at) => this.option(item, at)));
    const many = items.length === 1 ? "1 suggestion" : `${items.length} suggestions`;
    this.status.textContent = this.input.value.trim() ? many : "";
    this.show(items.length > 0);
  }

  option(item, at) {
    const mark = item.style ? glyph(item.style) : el("span", { class: "glyph none" });
    const name = el("span", { class: "name" }, el("bdi", {}, ...runs(item.runs)));
    const note = item.note ? el("span", { class: "note" }, item.note) : null;
    const pick = () => this.submit(item.text, item.entity_id);
    return el("li", { role: "option", id: `o${at}`, "aria-selected": "false", onclick: pick }, mark, name, note);
  }

  open() {
    this.wanted = true;
    if (!this.data) return;
    if (this.offered() === null) this.typed();
    else this.fill();
  }

  close() {
    this.wanted = false;
    this.show(false);
  }

  show(open) {
    this.input.setAttribute("aria-expanded", String(open));
    this.input.removeAttribute("aria-activedescendant");
    if (open && !this.list.matches(":popover-open")) this.list.showPopover();
    if (!open && this.list.matches(":popover-open")) this.list.hidePopover();
    this.move();
  }

  move() {
    const edge = this.box.getBoundingClientRect();
    Object.assign(this.list.style, { left: `${edge.left}px`, top: `${edge.bottom + 6}px`, width: `${edge.width}px` });
  }

  select(at) {
    const options = [...this.list.children];
    const states = options.length + 1;
    this.active = ((at + 1 + states) % states) - 1;
    options.forEach((option, index) => option.setAttribute("aria-selected", String(index === this.active)));
    const chosen = options[this.active];
    if (chosen) this.input.setAttribute("aria-activedescendant", chosen.id);
    else this.input.removeAttribute("aria-activedescendant");
    chosen?.scrollIntoView({ block: "nearest" });
  }

  key(event) {
    if (event.isComposing) return;
    const isOpen = this.list.matches(":popover-open");
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!isOpen) this.open();
      else this.select(this.active + (event.key === "ArrowDown" ? 1 : -1));
    } else if (event.key === "Enter") {
      event.preventDefault();
      const item = isOpen ? this.items[this.active] : null;
      if (item) this.submit(item.text, item.entity_id);
      else this.submit(this.input.value, null);
    } else if (event.key === "Escape") {
      event.stopPropagation();
      if (isOpen) this.close();
      else this.clear();
    }
  }

  submit(text, entity) {
    clearTimeout(this.timer);
    this.value = this.input.value = text;
    this.box.classList.toggle("filled", text !== "");
    this.close();
    this.send("chosen", { text: text.trim(), entity_id: entity ?? null });
  }

  clear() {
    const had = this.data.value !== "";
    this.input.value = "";
    this.input.focus();
    if (had) this.submit("", null);
    else this.typed();
  }

  shortcut(event) {
    const from = event.composedPath()[0];
    const writing = from.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(from.tagName ?? "");
    if (event.key !== "/" || writing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.input.focus();
    this.input.select();
  }

  destroy() {
    clearTimeout(this.timer);
    document.removeEventListener("keydown", this.slash);
    removeEventListener("resize", this.place);
    removeEventListener("scroll", this.place, true);
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  let box = BOXES.get(parentElement);
  if (!box) BOXES.set(parentElement, (box = new Combobox(parentElement)));
  frame(parentElement);
  box.update(data, setTriggerValue);
  return () => {
    box.destroy();
    BOXES.delete(parentElement);
  };
}
