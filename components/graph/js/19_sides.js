// The places beside nodes and on lines at which a label or a badge is tried, best first.
// A file shows the same picture: ``picture/label_sides.py`` tries the same.

const SIDES = {
  r: ["r", "b", "t", "tr", "br", "tl", "bl", "l"],
  l: ["l", "b", "t", "tl", "bl", "tr", "br", "r"],
  t: ["t", "r", "l", "b", "tr", "br", "tl", "bl"],
  b: ["b", "t", "r", "l", "br", "bl", "tr", "tl"],
};
const SHOULDERS = ["tr", "tl", "br", "bl", "t", "b", "l", "r"];
const SHOULDER = 0.72;
const BADGE_HEIGHT = 13;
const STEPS = [0, 0.07, -0.07, 0.14, -0.14, 0.21, -0.21, 0.28, -0.28];
const ROUND = [0.5, 0.625, 0.375, 0.75, 0.25];
const BESIDE = [0, 0.12, -0.12];
const MOST_COVERED = 0.6;

function besideNode(item, side, width, height, scale) {
  const gap = item.size + (item.start ? 7 : 4) / Math.max(scale, 0.7) + (side === item.anchor ? item.beyond ?? 0 : 0);
  let left = side === "r" ? item.x + gap : side === "l" ? item.x - gap - width : item.x - width / 2;
  let top = side === "b" ? item.y + gap - 2 / scale : side === "t" ? item.y - gap - height + 2 / scale : item.y - height / 2;
  if (side.length > 1) {
    const [near, low] = [SHOULDER * gap, 0.5 * gap];
    left = side[1] === "r" ? item.x + near : item.x - near - width;
    top = side[0] === "b" ? item.y + low : item.y - low - height;
  }
  return { left, top, right: left + width, bottom: top + height };
}

function shoulder(item, side, width, scale) {
  const [last, first, corner] = [side.at(-1), side[0], side.length > 1];
  const across = corner ? item.size * SHOULDER - 3 / scale : item.size - 1 / scale;
  const left = last === "r" ? item.x + across : last === "l" ? item.x - across - width : item.x - width / 2;
  const down = corner ? item.size * SHOULDER + 3.5 / scale : item.size + 4 / scale;
  const middle = first === "t" ? item.y - down : first === "b" ? item.y + down : item.y;
  const half = BADGE_HEIGHT / 2 / scale;
  return { left, top: middle - half, right: left + width, bottom: middle + half };
}

// The badge at the far end of the name.
function after(name, width, scale) {
  const left = name.side.endsWith("l") ? name.left - 4 / scale - width : name.right + 4 / scale;
  const [middle, half] = [(name.top + name.bottom) / 2, BADGE_HEIGHT / 2 / scale];
  return { left, top: middle - half, right: left + width, bottom: middle + half };
}

// The middles of the words of a relation on its line, none where too little of it stayed in sight.
function* upon(edge, half, high, start, clear) {
  const [from, to] = [edge.point(0), edge.point(1)];
  const [dx, dy] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  const long = Math.hypot(dx, dy) || 1;
  const covered = 2 * Math.min(half / Math.max(dx / long, 1e-9), high / Math.max(dy / long, 1e-9));
  if (covered > MOST_COVERED * clear) return;
  const middle = edge.from === start ? 0.6 : edge.to === start ? 0.4 : 0.5;
  for (const step of STEPS) yield edge.point(middle + step);
}

// The middles of the words close beside the line, at either side of it; nodes cover its ends.
function* along(edge, half, high, ends, scale) {
  const [from, to] = [edge.point(0), edge.point(1)];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const long = Math.hypot(dx, dy) || 1;
  const out = { x: dy / long, y: -dx / long };
  const far = half * Math.abs(out.x) + high * Math.abs(out.y) + 2 / scale;
  const middle = 0.5 + (ends[0] - ends[1]) / long / 2;
  for (const step of BESIDE) {
    const at = edge.point(middle + step);
    yield { x: at.x + far * out.x, y: at.y + far * out.y };
    yield { x: at.x - far * out.x, y: at.y - far * out.y };
  }
}

// Outside a loop: on the side away from its node, else farther round.
function* beyondLoop(edge, across, down) {
  const [one, other] = [edge.point(0.25), edge.point(0.75)];
  const middle = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
  for (const share of ROUND) {
    const at = edge.point(share);
    const [dx, dy] = [at.x - middle.x, at.y - middle.y];
    const far = Math.max(Math.abs(dx), Math.abs(dy)) || 1;
    yield { x: at.x + (dx / far) * across, y: at.y + (dy / far) * down };
  }
}
