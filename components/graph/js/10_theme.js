// Colours of the page the canvas stands in, and of our own styles on it.

const PROBE = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

function channels(colour) {
  PROBE.clearRect(0, 0, 1, 1);
  PROBE.fillStyle = "#000";
  PROBE.fillStyle = colour;
  PROBE.fillRect(0, 0, 1, 1);
  return [...PROBE.getImageData(0, 0, 1, 1).data];
}

function readTheme(element) {
  const css = getComputedStyle(element);
  const read = (name, fallback) => css.getPropertyValue(name).trim() || fallback;
  const background = read("--st-background-color", "#ffffff");
  const [red, green, blue] = channels(background);
  return {
    background,
    text: read("--st-text-color", "#1b2130"),
    primary: read("--st-primary-color", "#0072b2"),
    border: read("--st-border-color", "#d0d5dd"),
    font: read("--st-font", "sans-serif"),
    dark: 0.299 * red + 0.587 * green + 0.114 * blue < 128,
  };
}

function groupColour(group, theme) {
  return theme.dark ? group.dark : group.light;
}

// One vis item for one of ours. Labels and titles stay away: we draw text ourselves.
function visNode(node, groups, theme) {
  const colour = groupColour(groups[node.group], theme);
  const paint = { background: colour, border: theme.background };
  return {
    id: node.id,
    shape: node.shape,
    size: node.size * (SHAPE_SCALE[node.shape] ?? 1),
    color: { ...paint, highlight: paint, hover: paint },
  };
}

// The shapes of vis differ in area at one size; these factors make them weigh alike.
const SHAPE_SCALE = { square: 0.86, diamond: 1.12, triangle: 1.06, triangleDown: 1.06, star: 1.12, hexagon: 1 };

function visEdge(edge, grades, theme, crowd, size) {
  const style = grades[edge.grade];
  const colour = theme.dark ? style.dark : style.light;
  const item = {
    id: edge.id,
    from: edge.from,
    to: edge.to,
    color: { color: colour, highlight: colour, hover: colour, inherit: false },
    width: style.width * (crowd ? 0.7 : 1),
    dashes: style.dashes.length ? style.dashes : false,
    arrows: { to: { enabled: edge.arrows === "to", scaleFactor: crowd ? 0.45 : 0.55 } },
    smooth: false,
  };
  if (edge.bend) {
    const type = edge.bend > 0 ? "curvedCW" : "curvedCCW";
    item.smooth = { enabled: true, type, roundness: Math.abs(edge.bend) };
  }
  if (edge.loop >= 0) {
    const angle = -Math.PI / 2 + (edge.loop * Math.PI) / 2;
    item.selfReference = { size: Math.max(15, size * 0.9) + 5 * Math.floor(edge.loop / 4), angle };
  }
  return item;
}
