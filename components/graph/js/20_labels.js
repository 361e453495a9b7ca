// Text beside nodes and on edges: it keeps its size on screen, and what would collide is left out.

const NODE_FONT = 12.5;
const EDGE_FONT = 10.5;
const EDGE_LABELS_UP_TO = 30;
const PULLED_LABELS = 14;

class Boxes {
  constructor() { this.items = []; }
  add(box) { this.items.push(box); }
  free(box, own) {
    return this.items.every(
      (other) => other.own === own
        || box.left >= other.right || box.right <= other.left
        || box.top >= other.bottom || box.bottom <= other.top,
    );
  }
}

class Labels {
  constructor() { this.widths = new Map(); this.placed = []; this.edgePlaced = []; }

  width(ctx, text, font) {
    const key = font + text;
    if (!this.widths.has(key)) {
      ctx.font = font;
      this.widths.set(key, ctx.measureText(text).width);
    }
    return this.widths.get(key);
  }

  // World boxes of all labels that fit at this scale; `items` come in order of importance.
  place(ctx, items, edges, scale, fontFamily, { onEdges, start }) {
    const boxes = new Boxes();
    for (const item of items) {
      const reach = item.size + 1.5 / scale;
      boxes.add({ left: item.x - reach, right: item.x + reach, top: item.y - reach, bottom: item.y + reach, own: item.id });
    }
    for (const edge of edges.values()) {
      if (edge.loop < 0) continue;
      const [one, other] = [edge.point(0.25), edge.point(0.75)];
      const far = edge.point(0.5);
      const reach = Math.hypot(one.x - other.x, one.y - other.y) / 2;
      const middle = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
      boxes.add({ left: middle.x - reach, right: middle.x + reach, top: Math.min(far.y, middle.y - reach), bottom: middle.y + reach, own: edge.id });
    }
    const frame = frameOf(items.map((item) => this.box(ctx, item, item.anchor, scale, fontFamily)));
    const lines = linesOf(edges);
    this.placed = [];
    for (const item of items) {
      const box = this.find(ctx, item, scale, fontFamily, boxes, lines, frame);
      if (box) { boxes.add(box); this.placed.push(box); }
    }
    this.edgePlaced = [];
    if (!onEdges) return;
    const bundles = new Set();
    for (const edge of edges.values()) {
      const bundle = `${[edge.from, edge.to].sort()}\n${edge.label}`;
      if (bundles.has(bundle)) continue;
      const box = this.findOnEdge(ctx, edge, scale, fontFamily, boxes, { start, lines });
      if (box) { boxes.add(box); this.edgePlaced.push(box); bundles.add(bundle); }
    }
  }

  // The free side that the fewest lines cross; the layout's own side wins ties.
  find(ctx, item, scale, fontFamily, boxes, lines = [], frame = null) {
    let best = null;
    let least = Infinity;
    for (const side of SIDES[item.anchor]) {
      const box = this.box(ctx, item, side, scale, fontFamily);
      if (frame && (box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom)) continue;
      if (!boxes.free(box, item.id)) continue;
      const crossed = crossings(box, lines);
      if (crossed < least) { least = crossed; best = box; }
      if (!crossed) break;
    }
    return best ?? (item.start ? this.box(ctx, item, "b", scale, fontFamily) : null);
  }

  box(ctx, item, side, scale, fontFamily) {
    const px = fontPixels(NODE_FONT, scale) * (item.start ? 1.12 : 1);
    const font = `${item.start ? 600 : 400} ${px}px ${fontFamily}`;
    const width = this.width(ctx, item.text, font) / scale;
    const height = (px * 1.22) / scale;
    const gap = item.size + (item.start ? 7 : 4) / Math.max(scale, 0.7);
    const left = side === "r" ? item.x + gap : side === "l" ? item.x - gap - width : item.x - width / 2;
    const top = side === "b" ? item.y + gap - 2 / scale : side === "t" ? item.y - gap - height + 2 / scale : item.y - height / 2;
    return { left, top, right: left + width, bottom: top + height, own: item.id, text: item.text, font, px, side };
  }

  findOnEdge(ctx, edge, scale, fontFamily, boxes, { start = null, force = false, lines = [] } = {}) {
    const px = fontPixels(EDGE_FONT, scale);
    const font = `400 ${px}px ${fontFamily}`;
    const half = this.width(ctx, edge.label, font) / scale / 2 + 2 / scale;
    const high = (px * 0.62) / scale;
    const boxAt = (at) => ({ left: at.x - half, right: at.x + half, top: at.y - high, bottom: at.y + high, own: null, edge: edge.id, text: edge.label, font, px });
    if (edge.loop >= 0) {
      const box = boxAt(beyondLoop(edge, half, high + 2 / scale));
      return force || boxes.free(box, edge.id) ? box : null;
    }
    let [first, best, least] = [null, null, Infinity];
    const middle = edge.from === start ? 0.6 : edge.to === start ? 0.4 : 0.5;
    for (const step of [0, 0.07, -0.07, 0.14, -0.14, 0.21, -0.21]) {
      const box = boxAt(edge.point(middle + step));
      first ??= box;
      if (!boxes.free(box, edge.id)) continue;
      const crossed = crossings(box, lines, edge.id);
      if (crossed < least) [best, least] = [box, crossed];
      if (!crossed) break;
    }
    return best ?? (force ? first : null);
  }
}

const SIDES = { r: ["r", "b", "t"], l: ["l", "b", "t"], t: ["t", "r", "l", "b"], b: ["b", "t", "r", "l"] };
const LINES_UP_TO = 120;

function frameOf(boxes) {
  const side = (name, pick) => boxes.reduce((edge, box) => pick(edge, box[name]), pick === Math.min ? Infinity : -Infinity);
  return { left: side("left", Math.min), top: side("top", Math.min), right: side("right", Math.max), bottom: side("bottom", Math.max) };
}

// Relations as short straight pieces; none in a crowd, where every place is crossed anyway.
function linesOf(edges) {
  if (edges.size > LINES_UP_TO) return [];
  return [...edges.values()].flatMap((edge) => {
    const stops = edge.bend || edge.loop >= 0 ? [0, 0.25, 0.5, 0.75, 1] : [0, 1];
    const at = stops.map((t) => edge.point(t));
    return at.slice(1).map((end, index) => [at[index], end, edge.id]);
  });
}

function crossings(box, lines, own = null) {
  return lines.reduce((count, [from, to, id]) => count + (id !== own && cuts(box, from, to) ? 1 : 0), 0);
}

// Outside a loop, on the side away from its node.
function beyondLoop(edge, across, down) {
  const [one, other, far] = [edge.point(0.25), edge.point(0.75), edge.point(0.5)];
  const away = { x: far.x - (one.x + other.x) / 2, y: far.y - (one.y + other.y) / 2 };
  const long = Math.hypot(away.x, away.y) || 1;
  return { x: far.x + (away.x / long) * across, y: far.y + (away.y / long) * down };
}

// Liang and Barsky's clipping (1984): whether a piece of line passes through a box.
function cuts(box, from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  let [enter, leave] = [0, 1];
  for (const [step, room] of [[-dx, from.x - box.left], [dx, box.right - from.x], [-dy, from.y - box.top], [dy, box.bottom - from.y]]) {
    if (step === 0 && room < 0) return false;
    if (step < 0) enter = Math.max(enter, room / step);
    if (step > 0) leave = Math.min(leave, room / step);
  }
  return enter <= leave;
}

function fontPixels(size, scale) {
  return size * Math.min(1.25, Math.max(0.86, scale));
}

function writeLabel(ctx, box, scale, theme, { pill = false, soft = false } = {}) {
  const x = box.left;
  const y = (box.top + box.bottom) / 2;
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(1 / scale, 1 / scale);
  ctx.direction = "ltr";
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  ctx.font = box.font;
  const width = (box.right - box.left) * scale;
  const inset = box.edge ? 2 : 0;
  if (pill) {
    ctx.fillStyle = theme.background;
    ctx.strokeStyle = theme.primary;
    ctx.lineWidth = 1;
    ctx.beginPath();
    ctx.roundRect(-4 + inset, -box.px * 0.75, width + 8 - 2 * inset, box.px * 1.5, 4);
    ctx.fill();
    ctx.stroke();
  } else if (box.edge) {
    // A plate, since a line between the letters makes a relation hard to read.
    ctx.fillStyle = theme.background;
    ctx.beginPath();
    ctx.roundRect(inset - 2, -box.px * 0.6, width - 2 * inset + 4, box.px * 1.2, 3);
    ctx.fill();
  } else {
    ctx.lineJoin = "round";
    ctx.lineWidth = 4;
    ctx.strokeStyle = theme.background;
    ctx.strokeText(box.text, inset, 0.5);
  }
  ctx.globalAlpha *= soft ? 0.82 : 1;
  ctx.fillStyle = theme.text;
  ctx.fillText(box.text, inset, 0.5);
  ctx.restore();
}
