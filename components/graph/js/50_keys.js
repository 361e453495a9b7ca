// The keyboard, only while the canvas has focus: arrows walk along relations.

const KEYS = [
  ["\u2190 \u2191 \u2192 \u2193", "Go along a relation in that direction"],
  ["Enter or X", "Expand the selected entity"],
  ["E, Shift+E", "Next or previous relation of the selected entity"],
  ["N, Shift+N", "Next or previous entity"],
  ["1 to 9", "Open the nth passage of the selection"],
  ["Backspace", "Back"],
  ["U", "Undo"],
  ["H", "Hide the selection"],
  ["P", "Pin or release the selected entity"],
  ["F", "Fit the whole graph"],
  ["S", "Back to the start"],
  ["+ and -", "Zoom"],
  ["T", "Table of the same relations"],
  ["/", "Search"],
  ["Esc", "Clear the selection"],
  ["?", "This list"],
];
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const LETTERS = {
  enter: "expand", x: "expand", backspace: "back", u: "undo", h: "hide", p: "pin", f: "fit", s: "start",
  t: "table", "/": "search", "?": "help", "+": "in", "=": "in", "-": "out", escape: "escape",
};

function onKey(graph, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.toLowerCase();
  const leavesHelp = key === "escape" && graph.helps();
  if (event.target !== graph.root && !leavesHelp) return;
  if (leavesHelp) graph.toggleHelp();
  else if (ARROWS[event.key]) graph.select(alongArrow(graph.scene, ARROWS[event.key]));
  else if (key === "e") graph.select(nextRelation(graph.scene, event.shiftKey ? -1 : 1));
  else if (key === "n") graph.select(nextEntity(graph.scene, event.shiftKey ? -1 : 1));
  else if (/^[1-9]$/.test(key)) graph.openPassage(Number(key));
  else if (LETTERS[key]) graph.run(LETTERS[key]);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

// The entity an arrow leads to: along a relation when one points that way, else the nearest there.
function alongArrow(scene, [across, down]) {
  const here = scene.items.get(anchorOf(scene)) ?? scene.items.get(scene.start);
  if (!here) return undefined;
  if (!scene.selected) return here.id;
  const linked = new Set();
  for (const edge of scene.edges.values()) {
    if (edge.from === here.id) linked.add(edge.to);
    if (edge.to === here.id) linked.add(edge.from);
  }
  linked.delete(here.id);
  let best;
  let least = Infinity;
  for (const item of scene.items.values()) {
    if (item.id === here.id) continue;
    const dx = item.x - here.x;
    const dy = item.y - here.y;
    const far = Math.hypot(dx, dy);
    const turn = Math.acos(Math.max(-1, Math.min(1, (dx * across + dy * down) / far)));
    if (turn > Math.PI / 3) continue;
    const cost = far * (1 + turn) + (linked.has(item.id) ? 0 : 1e6);
    if (cost < least) { least = cost; best = item.id; }
  }
  return best;
}

// The entity that a key starts from: the selected one, or an end of the selected relation.
function anchorOf(scene) {
  const edge = scene.edges.get(scene.selected);
  if (!edge) return scene.selected;
  return scene.walkedFrom === edge.to ? edge.to : edge.from;
}

function nextRelation(scene, step) {
  const own = anchorOf(scene) ?? scene.start;
  scene.walkedFrom = own;
  const around = [...scene.edges.values()].filter((edge) => edge.from === own || edge.to === own);
  return cycle(around.map((edge) => edge.id), scene.selected, step);
}

function nextEntity(scene, step) {
  return cycle([...scene.items.keys()], anchorOf(scene), step);
}

function cycle(ids, current, step) {
  if (!ids.length) return undefined;
  const at = ids.indexOf(current);
  if (at < 0) return step > 0 ? ids[0] : ids.at(-1);
  return ids[(at + step + ids.length) % ids.length];
}

function fillHelp(list) {
  for (const [keys, words] of KEYS) {
    list.append(Object.assign(document.createElement("dt"), { textContent: keys }));
    list.append(Object.assign(document.createElement("dd"), { textContent: words }));
  }
}
