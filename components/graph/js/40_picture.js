// The picture a reader saves: the whole drawing with its title, scope, day, cuts and legend.

const PICTURE_WIDTH = 1400;
const PICTURE_RATIO = 2;
const MARGIN = 28;

function wrapText(ctx, text, width) {
  const lines = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line ? `${line} ${word}` : word;
    if (line && ctx.measureText(longer).width > width) { lines.push(line); line = word; } else line = longer;
  }
  return line ? [...lines, line] : lines;
}

function titleLines(ctx, notes, theme) {
  const rows = [];
  const add = (text, font) => {
    ctx.font = font;
    for (const line of wrapText(ctx, text, PICTURE_WIDTH - 2 * MARGIN)) rows.push({ line, font });
  };
  add(notes.title, `600 20px ${theme.font}`);
  add([notes.scope, notes.made].filter(Boolean).join(" \u00b7 "), `400 13px ${theme.font}`);
  for (const cut of notes.cut) add(cut, `400 13px ${theme.font}`);
  return rows;
}

function shapePath(ctx, shape, x, y, r) {
  const corners = { triangle: [3, -90], triangleDown: [3, 90], diamond: [4, 0], square: [4, 45], hexagon: [6, 0] }[shape];
  ctx.beginPath();
  if (!corners && shape !== "star") { ctx.arc(x, y, r, 0, 2 * Math.PI); return; }
  const [count, turn] = corners ?? [10, -90];
  for (let step = 0; step < count; step += 1) {
    const angle = ((turn + (360 * step) / count) * Math.PI) / 180;
    const reach = shape === "star" && step % 2 ? r * 0.5 : r * 1.15;
    ctx.lineTo(x + reach * Math.cos(angle), y + reach * Math.sin(angle));
  }
  ctx.closePath();
}

function legendEntries(data, theme) {
  const counts = (list, key) => list.reduce((all, item) => all.set(item[key], (all.get(item[key]) ?? 0) + 1), new Map());
  const grades = counts(data.edges, "grade");
  const groups = counts(data.nodes, "group");
  const lines = Object.entries(data.grades).filter(([grade]) => grades.has(grade)).map(([grade, style]) => ({ style, text: `${style.words} (${grades.get(grade)})` }));
  const marks = [...groups].sort((one, other) => other[1] - one[1]).map(([index, count]) => ({
    group: data.groups[index], text: `${data.groups[index].label} (${count})`, colour: groupColour(data.groups[index], theme),
  }));
  return [...lines, ...marks];
}

// Every mark begins at the left of its entry, so that rows of lines and of shapes align.
function drawLegend(ctx, entries, theme, top) {
  let x = MARGIN;
  let y = top;
  ctx.font = `400 13px ${theme.font}`;
  ctx.textBaseline = "middle";
  ctx.textAlign = "left";
  for (const entry of entries) {
    const indent = entry.style ? 44 : 21;
    const width = indent + ctx.measureText(entry.text).width + 22;
    if (x + width > PICTURE_WIDTH - MARGIN && x > MARGIN) { x = MARGIN; y += 24; }
    if (entry.style) {
      ctx.save();
      ctx.strokeStyle = theme.dark ? entry.style.dark : entry.style.light;
      ctx.lineWidth = entry.style.width;
      ctx.setLineDash(entry.style.dashes);
      ctx.beginPath();
      ctx.moveTo(x, y);
      ctx.lineTo(x + 36, y);
      ctx.stroke();
      ctx.restore();
    } else {
      ctx.fillStyle = entry.colour;
      shapePath(ctx, entry.group.shape, x + 7, y, 6.5);
      ctx.fill();
    }
    ctx.fillStyle = theme.text;
    ctx.fillText(entry.text, x + indent, y);
    x += width;
  }
  return y + 24;
}

function savePicture(graph) {
  const { data, theme } = graph;
  const probe = document.createElement("canvas").getContext("2d");
  const rows = titleLines(probe, data.notes, theme);
  const entries = legendEntries(data, theme);
  const titleHeight = MARGIN + rows.length * 21 + 8;
  const legendHeight = drawLegend(probe, entries, theme, 0) + 24;
  const extent = graph.extent(PICTURE_WIDTH - 2 * MARGIN, 1e9, 1.2, probe);
  const bodyHeight = Math.min(1800, Math.max(360, extent.height * extent.scale + 2 * MARGIN));
  const fit = graph.extent(PICTURE_WIDTH - 2 * MARGIN, bodyHeight - 2 * MARGIN, 1.2, probe);
  const canvas = document.createElement("canvas");
  canvas.width = PICTURE_WIDTH * PICTURE_RATIO;
  canvas.height = (titleHeight + bodyHeight + legendHeight) * PICTURE_RATIO;
  const ctx = canvas.getContext("2d");
  ctx.scale(PICTURE_RATIO, PICTURE_RATIO);
  ctx.fillStyle = theme.background;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  ctx.fillStyle = theme.text;
  ctx.textBaseline = "middle";
  rows.forEach(({ line, font }, index) => { ctx.font = font; ctx.fillText(line, MARGIN, MARGIN + index * 21); });
  ctx.save();
  ctx.translate(PICTURE_WIDTH / 2, titleHeight + bodyHeight / 2);
  ctx.scale(fit.scale, fit.scale);
  ctx.translate(-fit.x, -fit.y);
  graph.paintAll(ctx, fit.scale);
  ctx.restore();
  drawLegend(ctx, entries, theme, titleHeight + bodyHeight + 16);
  canvas.toBlob((blob) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = data.notes.file;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }, "image/png");
}
