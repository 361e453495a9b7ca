// The room round the marks: where a label may stand, and what it would hide there.
// A file shows the same picture: ``picture/label_room.py`` reckons alike.

const CELL = 64;
const PIECE = 48;
const ROWS = 65536;
const HEAD_LENGTH = 12.6;
const HEAD_HALF = 4.2;
const HEAD_COST = 40;

// Boxes, heads and pieces of lines, by the cells of a grid in which they lie.
class Room {
  constructor(scale = 1) {
    this.cell = CELL / Math.min(1, scale);
    this.boxes = new Map();
    this.heads = new Map();
    this.pieces = new Map();
  }

  cellOf(x, y) { return Math.floor(x / this.cell) * ROWS + Math.floor(y / this.cell); }

  keep(grid, cell, thing) {
    const there = grid.get(cell);
    if (there) there.push(thing);
    else grid.set(cell, [thing]);
  }

  // Calls for each list of things in the cells of a box, until a call answers true.
  some(grid, box, reach, call) {
    const { cell } = this;
    const [low, high] = [Math.floor((box.top - reach) / cell), Math.floor((box.bottom + reach) / cell)];
    const last = Math.floor((box.right + reach) / cell);
    for (let column = Math.floor((box.left - reach) / cell); column <= last; column += 1) {
      for (let row = low; row <= high; row += 1) {
        const things = grid.get(column * ROWS + row);
        if (things && call(things)) return true;
      }
    }
    return false;
  }

  // The give is how far a badge may reach into a box: a node is rounder than its own.
  put(box, own = null, give = 0) {
    const { cell } = this;
    const { left, top, right, bottom } = box;
    const [low, high, last] = [Math.floor(top / cell), Math.floor(bottom / cell), Math.floor(right / cell)];
    for (let column = Math.floor(left / cell); column <= last; column += 1) {
      for (let row = low; row <= high; row += 1) this.keep(this.boxes, column * ROWS + row, { left, top, right, bottom, own, give });
    }
  }

  aim(edge, target) {
    if (edge.arrows !== "to") return;
    const { x, y } = edge.point(1);
    const [dx, dy] = [target.x - x, target.y - y];
    const long = Math.hypot(dx, dy) || 1;
    this.keep(this.heads, this.cellOf(x, y), { x, y, across: dx / long, down: dy / long, own: edge.id });
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
      this.keep(this.pieces, this.cellOf((from.x + to.x) / 2, (from.y + to.y) / 2), { from, to, own: edge.id });
      from = to;
    }
  }

  free(box, own = null, small = false) {
    const { left, top, right, bottom } = box;
    return !this.some(this.boxes, box, 0, (others) => {
      for (const other of others) {
        if (left >= other.right || right <= other.left || top >= other.bottom || bottom <= other.top) continue;
        if (own !== null && other.own === own) continue;
        const into = Math.min(right - other.left, other.right - left, bottom - other.top, other.bottom - top);
        if (!small || into > other.give) return true;
      }
      return false;
    });
  }

  // How many arrow heads a box hides.
  hides(box, own = null) {
    let count = 0;
    this.some(this.heads, box, HEAD_LENGTH, (heads) => {
      for (const { x, y, across, down, own: whose } of heads) {
        if (x < box.left - HEAD_LENGTH || x > box.right + HEAD_LENGTH || y < box.top - HEAD_LENGTH || y > box.bottom + HEAD_LENGTH) continue;
        if (own !== null && whose === own) continue;
        const [aside, along] = [HEAD_HALF * down, HEAD_HALF * across];
        if (inside(box, x, y, HEAD_LENGTH * across, HEAD_LENGTH * down) || inside(box, x - aside, y + along, 2 * aside, -2 * along)) count += 1;
      }
    });
    return count;
  }

  // The length of line that a box hides, and a lot for each head.
  cost(box, own = null) {
    let hidden = HEAD_COST * this.hides(box, own);
    if (!this.pieces.size) return hidden;
    this.some(this.pieces, box, PIECE / 2, (pieces) => {
      for (const { from, to, own: whose } of pieces) {
        if ((from.x < box.left && to.x < box.left) || (from.x > box.right && to.x > box.right) || (from.y < box.top && to.y < box.top) || (from.y > box.bottom && to.y > box.bottom)) continue;
        if (own === null || whose !== own) hidden += inside(box, from.x, from.y, to.x - from.x, to.y - from.y);
      }
    });
    return hidden;
  }
}

// Liang and Barsky's clipping (1984): how much of a piece of line lies in a box.
function inside(box, x, y, dx, dy) {
  let [enter, leave] = [0, 1];
  if (dx === 0) { if (x < box.left || x > box.right) return 0; } else {
    const [one, other] = [(box.left - x) / dx, (box.right - x) / dx];
    enter = Math.max(enter, Math.min(one, other));
    leave = Math.min(leave, Math.max(one, other));
  }
  if (dy === 0) { if (y < box.top || y > box.bottom) return 0; } else {
    const [one, other] = [(box.top - y) / dy, (box.bottom - y) / dy];
    enter = Math.max(enter, Math.min(one, other));
    leave = Math.min(leave, Math.max(one, other));
  }
  return Math.max(0, leave - enter) * Math.hypot(dx, dy);
}
