// The room round the marks: where a label may stand, and what it would hide there.
// A file shows the same picture: ``picture/label_room.py`` reckons alike.

const CELL = 64;
const PIECE = 48;
const ROWS = 65536;
const HEAD_LENGTH = 12.6;
const HEAD_HALF = 4.2;
const HEAD_COST = 40;

const cellOf = (x, y) => Math.floor(x / CELL) * ROWS + Math.floor(y / CELL);

class Room {
  constructor() { this.boxes = new Map(); this.heads = new Map(); this.pieces = new Map(); }

  keep(grid, cell, thing) {
    const there = grid.get(cell);
    if (there) there.push(thing);
    else grid.set(cell, [thing]);
  }

  // What lies in the cells of a box; a thing may come twice.
  *near(grid, { left, top, right, bottom }, reach) {
    const [low, high] = [Math.floor((top - reach) / CELL), Math.floor((bottom + reach) / CELL)];
    for (let column = Math.floor((left - reach) / CELL); column <= Math.floor((right + reach) / CELL); column += 1) {
      for (let row = low; row <= high; row += 1) yield* grid.get(column * ROWS + row) ?? [];
    }
  }

  // The give is how far a badge may reach into a box: a node is rounder than its own.
  put(box, own = null, give = 0) {
    const [low, high] = [Math.floor(box.top / CELL), Math.floor(box.bottom / CELL)];
    for (let column = Math.floor(box.left / CELL); column <= Math.floor(box.right / CELL); column += 1) {
      for (let row = low; row <= high; row += 1) this.keep(this.boxes, column * ROWS + row, { box, own, give });
    }
  }

  aim(edge, target) {
    if (edge.arrows !== "to") return;
    const { x, y } = edge.point(1);
    const [dx, dy] = [target.x - x, target.y - y];
    const long = Math.hypot(dx, dy) || 1;
    this.keep(this.heads, cellOf(x, y), { x, y, across: dx / long, down: dy / long, own: edge.id });
  }

  // The part of a line between its nodes, as short straight pieces, each kept at its middle.
  draw(edge, source, target) {
    const [start, half, end] = [edge.point(0), edge.point(0.5), edge.point(1)];
    const via = { x: 2 * half.x - (start.x + end.x) / 2, y: 2 * half.y - (start.y + end.y) / 2 };
    const long = Math.hypot(via.x - start.x, via.y - start.y) + Math.hypot(end.x - via.x, end.y - via.y);
    if (!long) return;
    const low = Math.min(source.size / long, 0.5);
    const high = edge.arrows === "to" ? 1 : 1 - Math.min(target.size / long, 0.5);
    const count = Math.max(edge.bend ? 4 : 1, Math.ceil(long / PIECE));
    let from = edge.point(low);
    for (let number = 1; number <= count; number += 1) {
      const to = edge.point(low + (number * (high - low)) / count);
      this.keep(this.pieces, cellOf((from.x + to.x) / 2, (from.y + to.y) / 2), { from, to, own: edge.id });
      from = to;
    }
  }

  free(box, own = null, small = false) {
    for (const { box: other, own: whose, give } of this.near(this.boxes, box, 0)) {
      if (own !== null && whose === own) continue;
      const into = Math.min(box.right - other.left, other.right - box.left, box.bottom - other.top, other.bottom - box.top);
      if (into > (small ? give : 0)) return false;
    }
    return true;
  }

  // How many arrow heads a box hides.
  hides(box, own = null) {
    let count = 0;
    for (const { x, y, across, down, own: whose } of this.near(this.heads, box, HEAD_LENGTH)) {
      if (own !== null && whose === own) continue;
      const [aside, along] = [HEAD_HALF * down, HEAD_HALF * across];
      const tip = { x: x + HEAD_LENGTH * across, y: y + HEAD_LENGTH * down };
      if (inside(box, { x, y }, tip) || inside(box, { x: x - aside, y: y + along }, { x: x + aside, y: y - along })) count += 1;
    }
    return count;
  }

  // The length of line that a box hides, and a lot for each head.
  cost(box, own = null) {
    let hidden = HEAD_COST * this.hides(box, own);
    for (const { from, to, own: whose } of this.near(this.pieces, box, PIECE / 2)) {
      if (own === null || whose !== own) hidden += inside(box, from, to);
    }
    return hidden;
  }
}

// Liang and Barsky's clipping (1984): how much of a piece of line lies in a box.
function inside(box, from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  let [enter, leave] = [0, 1];
  for (const [step, room] of [[-dx, from.x - box.left], [dx, box.right - from.x], [-dy, from.y - box.top], [dy, box.bottom - from.y]]) {
    if (step === 0 && room < 0) return 0;
    if (step < 0) enter = Math.max(enter, room / step);
    if (step > 0) leave = Math.min(leave, room / step);
  }
  return Math.max(0, leave - enter) * Math.hypot(dx, dy);
}
