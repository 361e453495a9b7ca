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
  place(ctx, items, edges, scale, fontFamily) {
    const boxes = new Boxes();
    for (const item of items) {
      const reach = item.size + 1.5 / scale;
      boxes.add({ left: item.x - reach, right: item.x + reach, top: item.y - reach, bottom: item.y + reach, own: item.id });
    }
    this.placed = [];
    for (const item of items) {
      const box = this.find(ctx, item, scale, fontFamily, boxes);
      if (box) { boxes.add(box); this.placed.push(box); }
    }
    this.edgePlaced = [];
    const bundles = new Set();
    for (const edge of edges) {
      const bundle = `${[edge.from, edge.to].sort()}\n${edge.label}`;
      if (bundles.has(bundle)) continue;
      const box = this.findOnEdge(ctx, edge, scale, fontFamily, boxes);
      if (box) { boxes.add(box); this.edgePlaced.push(box); bundles.add(bundle); }
    }
  }

  find(ctx, item, scale, fontFamily, boxes) {
    for (const side of new Set([item.anchor, "b", "r", "l", "t"])) {
      const box = this.box(ctx, item, side, scale, fontFamily);
      if (boxes.free(box, item.id)) return box;
    }
    return null;
  }

  box(ctx, item, side, scale, fontFamily) {
    const px = fontPixels(NODE_FONT, scale) * (item.start ? 1.12 : 1);
    const font = `${item.start ? 600 : 400} ${px}px ${fontFamily}`;
    const width = this.width(ctx, item.text, font) / scale;
    const height = (px * 1.22) / scale;
    const gap = item.size + (item.start ? 7 : 4) / Math.max(scale, 0.7);
    const left = side === "r" ? item.x + gap : side === "l" ? item.x - gap - width : item.x - width / 2;
    const top = side === "b" ? item.y + gap - 2 / scale : side === "t" ? item.y - gap - height + 2 / scale : item.y - height / 2;
    return { left, top, right: left + width, bottom: top + height, own: item.id, text: item.text, font, px };
  }

  findOnEdge(ctx, edge, scale, fontFamily, boxes, force = false) {
    const px = fontPixels(EDGE_FONT, scale);
    const font = `400 ${px}px ${fontFamily}`;
    const half = this.width(ctx, edge.label, font) / scale / 2 + 2 / scale;
    const high = (px * 0.62) / scale;
    let first = null;
    for (const t of [0.5, 0.57, 0.43, 0.64, 0.36, 0.71, 0.29]) {
      const at = edge.point(t);
      const box = { left: at.x - half, right: at.x + half, top: at.y - high, bottom: at.y + high, own: null, edge: edge.id, text: edge.label, font, px };
      first ??= box;
      if (boxes.free(box, edge.id)) return box;
      if (edge.from === edge.to) break;
    }
    return force ? first : null;
  }
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
