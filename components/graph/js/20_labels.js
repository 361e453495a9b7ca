// Text beside nodes and on edges: it keeps its size on screen, and what would collide is left out.

const NODE_FONT = 12.5;
const EDGE_FONT = 10.5;
const BADGE_FONT = 9.5;
const BADGES_FROM = 0.75;
const EDGE_LABELS_UP_TO = 30;
const PULLED_LABELS = 14;
const LINES_UP_TO = 120;
const SIDES_OF_A_CROWD = 5;
const FEW_LINES = 2;
const NEXT_TO_NOTHING = 0.5;
const GIVE = 0.28;
const MOST_HIDDEN = 20;

class Labels {
  constructor() { this.widths = new Map(); this.placed = []; this.badges = new Map(); this.edgePlaced = []; }

  width(ctx, text, font) {
    const key = font + text;
    if (!this.widths.has(key)) {
      ctx.font = font;
      this.widths.set(key, ctx.measureText(text).width);
    }
    return this.widths.get(key);
  }

  // World boxes of all labels that fit at this scale; `items` come in order of importance. Names
  // come first, then badges, then the words on lines.
  place(ctx, items, edges, scale, fontFamily, { onEdges, start }) {
    const nodes = new Map(items.map((item) => [item.id, item]));
    const room = furnished(nodes, edges, scale);
    const boxOf = (item, side) => this.box(ctx, item, side, scale, fontFamily);
    const over = (item) => ({ left: item.x, right: item.x, top: boxOf(item, "t").top, bottom: boxOf(item, "b").bottom });
    const frame = frameOf(items.flatMap((item) => [boxOf(item, item.anchor), over(item)]));
    const few = edges.size <= EDGE_LABELS_UP_TO;
    const degree = new Map();
    for (const edge of edges.values()) for (const end of [edge.from, edge.to]) degree.set(end, (degree.get(end) ?? 0) + 1);
    const sides = edges.size > LINES_UP_TO ? SIDES_OF_A_CROWD : undefined;
    this.placed = [];
    for (const item of items) {
      const minor = !few && !item.start && (degree.get(item.id) ?? 0) <= FEW_LINES;
      const box = this.find(ctx, item, scale, fontFamily, room, { frame, minor, sides });
      if (box) { room.put(box); this.placed.push(box); }
    }
    const names = new Map(this.placed.map((box) => [box.own, box]));
    this.badges = new Map();
    for (const item of items) {
      if (!item.badge || (scale < BADGES_FROM && !item.start)) continue;
      const box = this.findBadge(ctx, item, scale, fontFamily, room, { name: names.get(item.id), frame });
      room.put(box);
      this.badges.set(item.id, box);
    }
    this.edgePlaced = [];
    if (!onEdges) return;
    const bundles = new Set();
    for (const edge of edges.values()) {
      const bundle = `${[edge.from, edge.to].sort()}\n${edge.label}`;
      if (bundles.has(bundle)) continue;
      const box = this.findOnEdge(ctx, edge, scale, fontFamily, room, { start, nodes });
      if (box) { room.put(box); this.edgePlaced.push(box); bundles.add(bundle); }
    }
  }

  // The free side that hides least; the layout's own side wins ties. A minor name that would hide
  // more of lines than its length is left out.
  find(ctx, item, scale, fontFamily, room, { frame = null, minor = false, sides } = {}) {
    const within = (box) => !frame || holds(frame, box);
    const boxAt = (side) => this.box(ctx, item, side, scale, fontFamily);
    const most = minor ? boxAt("b").right - boxAt("b").left : Infinity;
    return clearest(SIDES[item.anchor].slice(0, sides), boxAt, room, item.id, { fits: within, most }) ?? (item.start ? boxAt("b") : null);
  }

  box(ctx, item, side, scale, fontFamily) {
    const px = fontPixels(NODE_FONT, scale) * (item.start ? 1.12 : 1);
    const font = `${item.start ? 600 : 400} ${px}px ${fontFamily}`;
    const width = this.width(ctx, item.text, font) / scale;
    return { ...besideNode(item, side, width, (px * 1.22) / scale, scale), own: item.id, text: item.text, font, px, side };
  }

  // At a shoulder of the node, or at the far end of the name.
  findBadge(ctx, item, scale, fontFamily, room, { name, frame }) {
    const font = `600 ${BADGE_FONT}px ${fontFamily}`;
    const width = (this.width(ctx, item.badge, font) + 7) / scale;
    const boxAt = (side) => ({ ...(side === "after" ? after(name, width, scale) : shoulder(item, side, width, scale)), text: item.badge, font, side });
    const sides = name && holds(frame, boxAt("after")) ? [...SHOULDERS, "after"] : SHOULDERS;
    return clearest(sides, boxAt, room, item.id, { small: true }) ?? boxAt(SHOULDERS[0]);
  }

  // On the line where that leaves enough of it to see and hides no head, else beside it.
  findOnEdge(ctx, edge, scale, fontFamily, room, { start = null, nodes, force = false }) {
    const px = fontPixels(EDGE_FONT, scale);
    const font = `400 ${px}px ${fontFamily}`;
    const half = this.width(ctx, edge.label, font) / scale / 2 + 2 / scale;
    const high = (px * 0.62) / scale;
    const boxAt = (at) => ({ left: at.x - half, right: at.x + half, top: at.y - high, bottom: at.y + high, own: null, edge: edge.id, text: edge.label, font, px });
    if (edge.loop >= 0) {
      const places = [...beyondLoop(edge, half, high + 2 / scale)];
      return clearest(places, boxAt, room, edge.id) ?? (force ? boxAt(places[0]) : null);
    }
    const [from, to] = [edge.point(0), edge.point(1)];
    const ends = [nodes.get(edge.from).size, edge.arrows === "to" ? 0 : nodes.get(edge.to).size];
    const clear = Math.hypot(to.x - from.x, to.y - from.y) - ends[0] - ends[1];
    const bare = { fits: (box) => !room.hides(box), most: MOST_HIDDEN };
    const beside = (box) => room.free(box) && room.cost(box) <= NEXT_TO_NOTHING;
    return clearest(upon(edge, half, high, start, clear), boxAt, room, edge.id, bare)
      ?? [...along(edge, half, high, ends, scale)].map(boxAt).find(beside)
      ?? (force ? boxAt(edge.point(0.5)) : null);
  }
}

// The free box that hides least, the first of about equals; none that hides the most.
function clearest(choices, boxAt, room, own, { fits = () => true, most = Infinity, small = false } = {}) {
  let [best, least] = [null, most];
  for (const choice of choices) {
    const box = boxAt(choice);
    if (!fits(box) || !room.free(box, own, small)) continue;
    const cost = room.cost(box, own);
    if (cost < least - NEXT_TO_NOTHING) [best, least] = [box, cost];
    if (least <= NEXT_TO_NOTHING) break;
  }
  return best;
}

// The room with all that is no label; in a crowd without lines, as every place is crossed anyway.
function furnished(nodes, edges, scale) {
  const room = new Room(scale);
  const few = edges.size <= LINES_UP_TO;
  for (const item of nodes.values()) {
    const reach = item.size + 1.5 / scale;
    room.put({ left: item.x - reach, right: item.x + reach, top: item.y - reach, bottom: item.y + reach }, item.id, item.size * GIVE + 1.5 / scale);
  }
  for (const edge of edges.values()) {
    if (edge.loop >= 0) {
      const [one, other] = [edge.point(0.25), edge.point(0.75)];
      const reach = Math.hypot(one.x - other.x, one.y - other.y) / 2;
      const [x, y] = [(one.x + other.x) / 2, (one.y + other.y) / 2];
      room.put({ left: x - reach, right: x + reach, top: y - reach, bottom: y + reach }, edge.id);
      continue;
    }
    if (few || scale >= BADGES_FROM) room.aim(edge, nodes.get(edge.to));
    if (few) room.draw(edge, nodes.get(edge.from), nodes.get(edge.to));
  }
  return room;
}

const holds = (frame, box) => box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;

function frameOf(boxes) {
  const side = (name, pick) => boxes.reduce((edge, box) => pick(edge, box[name]), pick === Math.min ? Infinity : -Infinity);
  return { left: side("left", Math.min), top: side("top", Math.min), right: side("right", Math.max), bottom: side("bottom", Math.max) };
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
