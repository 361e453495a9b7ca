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
    item.line ? sample(item.line) : glyph(item.look), el("bdi", {}, item.text), el("span", { class: "count" }, item.count));
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = frame(parentElement).querySelector(".legend");
  const held = root.getRootNode().activeElement?.dataset?.name;
  root.replaceChildren(...data.entries.map((item) => entry(item, setTriggerValue)));
  if (held) [...root.children].find((item) => item.dataset.name === held)?.focus();
}
