// What is chosen, from the inspector to the other parts of the page that show it: they are not
// sent anew for it.
const HEARERS = (globalThis.__evidenceChoice ??= new Set());

function choose(id) {
  for (const hear of HEARERS) hear(id);
}
