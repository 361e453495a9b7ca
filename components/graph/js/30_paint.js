// Everything drawn besides vis's own nodes and lines: rings, glows, badges, pins, dimming, text.

function tracePath(ctx, edge) {
  ctx.beginPath();
  for (let step = 0; step <= 24; step += 1) {
    const at = edge.point(step / 24);
    if (step) ctx.lineTo(at.x, at.y);
    else ctx.moveTo(at.x, at.y);
  }
}

function glow(ctx, edge, colour, width) {
  ctx.save();
  ctx.globalAlpha = 0.3;
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.lineCap = "round";
  tracePath(ctx, edge);
  ctx.stroke();
  ctx.restore();
}

function ring(ctx, item, colour, gap, width) {
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.beginPath();
  ctx.arc(item.x, item.y, item.size + gap, 0, 2 * Math.PI);
  ctx.stroke();
  ctx.restore();
}

// How many relations are not drawn, at the shoulder where it hides least.
function badge(ctx, box, scale, theme) {
  ctx.save();
  ctx.translate(box.left, (box.top + box.bottom) / 2);
  ctx.scale(1 / scale, 1 / scale);
  ctx.font = box.font;
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  ctx.fillStyle = theme.background;
  ctx.strokeStyle = theme.text;
  ctx.lineWidth = 0.8;
  ctx.beginPath();
  ctx.roundRect(0, -BADGE_HEIGHT / 2, (box.right - box.left) * scale, BADGE_HEIGHT, BADGE_HEIGHT / 2);
  ctx.fill();
  ctx.globalAlpha *= 0.4;
  ctx.stroke();
  ctx.globalAlpha /= 0.4;
  ctx.fillStyle = theme.text;
  ctx.fillText(box.text, 3.5, 0.5);
  ctx.restore();
}

function pinMark(ctx, item, scale, theme) {
  ctx.save();
  ctx.translate(item.x - item.size * 0.8, item.y - item.size * 0.8);
  ctx.scale(1 / scale, 1 / scale);
  ctx.fillStyle = theme.text;
  ctx.strokeStyle = theme.background;
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  ctx.arc(0, 0, 3.6, 0, 2 * Math.PI);
  ctx.fill();
  ctx.stroke();
  ctx.restore();
}

// Under vis's lines: the start's ring and the glow of what is chosen.
function paintBelow(ctx, scene) {
  const { items, edges, theme, selected } = scene;
  const chosen = edges.get(selected);
  if (chosen) glow(ctx, chosen, theme.primary, 11);
  for (const edge of edges.values()) {
    if (edge.from === selected || edge.to === selected) glow(ctx, edge, theme.primary, 5.5);
  }
  const start = items.get(scene.start);
  if (start) ring(ctx, start, theme.text, 5, 1.6);
}

// Above vis's nodes: dimming, badges, the ring of the selection, and all text.
function paintAbove(ctx, scene) {
  const { theme, scale, labels } = scene;
  const font = theme.font;
  const near = scene.hovered ? neighbourhood(scene, scene.hovered) : null;
  for (const box of labels.placed) writeLabel(ctx, box, scale, theme);
  paintMarks(ctx, scene, scene.items.keys());
  for (const box of labels.edgePlaced) writeLabel(ctx, box, scale, theme, { soft: true });
  if (near) {
    veil(ctx, scene);
    for (const id of near.edges) scene.redrawEdge(ctx, id);
    for (const id of near.nodes) scene.redrawNode(ctx, id);
    for (const box of labels.placed) if (near.nodes.has(box.own)) writeLabel(ctx, box, scale, theme);
    paintMarks(ctx, scene, near.nodes);
    for (const box of labels.edgePlaced) if (near.edges.has(box.edge)) writeLabel(ctx, box, scale, theme);
  }
  pullLabels(ctx, scene, near, font);
}

function paintMarks(ctx, scene, ids) {
  const { theme, scale, labels } = scene;
  for (const id of ids) {
    const item = scene.items.get(id);
    if (!item) continue;
    if (labels.badges.has(id)) badge(ctx, labels.badges.get(id), scale, theme);
    if (item.pin) pinMark(ctx, item, scale, theme);
    if (id === scene.selected) ring(ctx, item, theme.primary, item.start ? 8.5 : 4, 3 / Math.max(scale, 0.6));
  }
}

function veil(ctx, scene) {
  const { left, top, width, height } = scene.viewport;
  ctx.save();
  ctx.globalAlpha = 0.78;
  ctx.fillStyle = scene.theme.background;
  ctx.fillRect(left, top, width, height);
  ctx.restore();
}

function neighbourhood(scene, id) {
  const nodes = new Set();
  const edges = new Set();
  const own = scene.edges.get(id);
  if (own) {
    edges.add(id);
    nodes.add(own.from).add(own.to);
  } else {
    nodes.add(id);
    for (const edge of scene.edges.values()) {
      if (edge.from !== id && edge.to !== id) continue;
      edges.add(edge.id);
      nodes.add(edge.from).add(edge.to);
    }
  }
  return { nodes, edges };
}

// Labels that found no room are still shown, on a plate, for what the reader points at or chose.
function pullLabels(ctx, scene, near, font) {
  const { labels, scale, theme } = scene;
  const drawn = new Set([...labels.placed.map((box) => box.own), ...labels.edgePlaced.map((box) => box.edge)]);
  const room = new Room(scale);
  for (const box of labels.placed) if (!near || near.nodes.has(box.own)) room.put(box);
  const wanted = [scene.hovered, scene.selected].filter(Boolean);
  for (const id of wanted) {
    const item = scene.items.get(id);
    if (!item || drawn.has(id)) continue;
    const box = labels.box(ctx, item, item.anchor, scale, font);
    writeLabel(ctx, box, scale, theme, { pill: true });
    room.put(box);
    drawn.add(id);
  }
  if (near && near.nodes.size <= PULLED_LABELS) {
    for (const id of near.nodes) {
      if (drawn.has(id)) continue;
      const box = labels.find(ctx, scene.items.get(id), scale, font, room);
      if (box) { writeLabel(ctx, box, scale, theme); room.put(box); drawn.add(id); }
    }
  }
  const pulled = [...scene.edges.values()].filter(
    (edge) => wanted.includes(edge.id) || wanted.includes(edge.from) || wanted.includes(edge.to),
  );
  for (const edge of pulled) {
    if (drawn.has(edge.id)) continue;
    const force = wanted.includes(edge.id);
    if (!force && pulled.length > PULLED_LABELS) continue;
    const box = labels.findOnEdge(ctx, edge, scale, font, room, { force, start: scene.start, nodes: scene.items });
    if (box) { writeLabel(ctx, box, scale, theme, { pill: force }); room.put(box); }
  }
}
