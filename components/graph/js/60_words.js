// What a screen reader hears and a tooltip shows, as plain text.

function edgeWords(scene, edge) {
  const from = scene.items.get(edge.from)?.name ?? "";
  const to = scene.items.get(edge.to)?.name ?? "";
  const type = /^[A-Z0-9_]+$/.test(edge.label) ? edge.label.replaceAll("_", " ").toLowerCase() : edge.label;
  return edge.arrows === "to" ? `${from} ${type} ${to}: ${edge.support}.` : `${from} and ${to}, ${type}: ${edge.support}.`;
}

function nodeWords(scene, item) {
  const around = [...scene.edges.values()].filter((edge) => edge.from === item.id || edge.to === item.id);
  const stated = around.filter((edge) => edge.grade === "stated").length;
  const count = around.length === 1 ? "1 relation drawn" : `${around.length} relations drawn`;
  const known = item.badge ? `${count} of ${item.relations}` : count;
  const kinds = [];
  if (stated) kinds.push(`${stated} stated`);
  if (around.length > stated) kinds.push(`${around.length - stated} connected only`);
  const extra = [item.start ? "start" : "", item.pin ? "pinned" : ""].filter(Boolean);
  return `${[item.name, item.label, ...extra, known].join(", ")}${kinds.length ? `; ${kinds.join(", ")}` : ""}.`;
}

function wordsFor(scene, id) {
  const item = scene.items.get(id);
  if (item) return nodeWords(scene, item);
  const edge = scene.edges.get(id);
  return edge ? edgeWords(scene, edge) : "Nothing is selected.";
}

function titleWords(data) {
  const start = data.nodes.find((node) => node.id === data.start);
  const entities = data.nodes.length === 1 ? "1 entity" : `${data.nodes.length} entities`;
  const relations = data.edges.length === 1 ? "1 relation" : `${data.edges.length} relations`;
  const around = start ? `Graph around ${start.name}` : "Graph";
  return `${around}: ${entities}, ${relations}. Arrow keys move, question mark lists the keys.`;
}

// Beside the pointer, and never over the thing it speaks of.
function showTip(graph, id, reach) {
  const { tip, scene } = graph;
  const item = scene.items.get(id);
  const edge = scene.edges.get(id);
  tip.hidden = !item && !edge;
  if (tip.hidden) return;
  tip.querySelector(".tip-name").textContent = item ? item.name : edge.label;
  tip.querySelector(".tip-more").textContent = item ? item.label : edge.support;
  const room = graph.root.getBoundingClientRect();
  const width = tip.offsetWidth;
  const height = tip.offsetHeight;
  const left = Math.max(6, Math.min(room.width - width - 6, reach.x - width / 2));
  const above = reach.top - height - 10;
  const top = above >= 6 ? above : reach.bottom + 10;
  tip.style.left = `${left}px`;
  tip.style.top = `${Math.min(top, room.height - height - 6)}px`;
}
