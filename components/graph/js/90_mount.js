// Streamlit calls this again whenever the data or the theme changes; one graph lives per mount.

const MOUNTED = new WeakMap();
let library;

async function loadVis() {
  library ??= import(new URL("/vendor/vis/vis-network.min.js", location.origin).href);
  try {
    await library;
  } catch (error) {
    library = undefined;
    throw error;
  }
  return globalThis.vis;
}

// Nodes come numbered and edges name them by number; here both get their ids back.
function unpack(packed) {
  const nodes = packed.nodes.map(({ key, ...node }) => ({
    ...node, id: key, name: node.name ?? node.label, shape: packed.groups[node.group].shape,
  }));
  const edges = packed.edges.map((edge) => ({
    ...edge,
    from: nodes[edge.from].id,
    to: nodes[edge.to].id,
    bend: edge.bend ?? 0,
    loop: edge.loop ?? -1,
    support: packed.supports[edge.support],
  }));
  const looped = new Set(edges.filter((edge) => edge.loop >= 0).map((edge) => edge.from));
  for (const node of nodes) node.looped = looped.has(node.id);
  return { ...packed, nodes, edges };
}

export default function mount({ data, parentElement, setTriggerValue }) {
  let held = MOUNTED.get(parentElement);
  if (!held) {
    const root = parentElement.querySelector(".graph");
    root.style.height = heightOf(data);
    held = { root, ready: loadVis().then((vis) => (held.gone ? null : new Graph(root, vis))) };
    held.hear = (id) => { held.selected = id; held.ready.then((graph) => graph?.choose(id)).catch(() => undefined); };
    HEARERS.add(held.hear);
    MOUNTED.set(parentElement, held);
  }
  // The same data comes again when the theme changes; what was chosen since then stays.
  if (held.data !== data) held.selected = data.selected;
  held.data = data;
  held.ready.then((graph) => {
    if (!graph || held.gone || held.data !== data) return;
    graph.update({ ...unpack(data), selected: held.selected }, (name, value) => setTriggerValue(name, value));
    held.root.querySelector(".wait").hidden = true;
    graph.arrive();
  }).catch((error) => {
    console.error(error);
    held.root.classList.add("failed");
    held.root.querySelector(".wait").textContent = "The drawing could not be shown. The table below has the same relations; reload the page to try again.";
  });
  return () => {
    held.gone = true;
    HEARERS.delete(held.hear);
    MOUNTED.delete(parentElement);
    held.ready.then((graph) => graph?.destroy()).catch(() => undefined);
  };
}
