// What a reader does with the canvas: look, point, choose, move, act.

const CHOICES = new Set(["select_node", "select_edge", "clear"]);
const UNHEARD = 60;
const LABELS_TAKE = 0.45;

Object.assign(Graph.prototype, {
  prepare(ctx) {
    const { scene, net } = this;
    const scale = net.getScale();
    for (const [id, item] of scene.items) {
      const node = this.body.nodes[id];
      if (node) { item.x = node.x; item.y = node.y; }
    }
    const corner = net.DOMtoCanvas({ x: 0, y: 0 });
    const far = net.DOMtoCanvas({ x: this.stage.clientWidth, y: this.stage.clientHeight });
    scene.viewport = { left: corner.x, top: corner.y, width: far.x - corner.x, height: far.y - corner.y };
    scene.ctx = ctx;
    scene.scale = scale;
    const key = `${scale}|${this.rev}|${this.dragging ? performance.now() : ""}`;
    if (scene.labelKey !== key) this.placeLabels(ctx, scale);
    scene.labelKey = key;
  },

  placeLabels(ctx, scale) {
    const { scene } = this;
    const few = scene.edges.size <= EDGE_LABELS_UP_TO && scale > 0.55;
    scene.labels.place(ctx, scene.ranked, scene.edges, scale, this.theme.font, { onEdges: few, start: scene.start });
  },

  // A point on a relation, 0 at its source and 1 at its target; for a loop, on its circle.
  pointOn(edge, t) {
    const line = this.body.edges[edge.id];
    const from = this.body.nodes[edge.from];
    const to = this.body.nodes[edge.to];
    if (edge.loop >= 0) {
      const [x, y, radius] = line.edgeType._getCircleData(this.scene.ctx);
      const away = Math.atan2(y - from.y, x - from.x) + (t - 0.5) * 2 * Math.PI;
      return { x: x + radius * Math.cos(away), y: y + radius * Math.sin(away) };
    }
    // vis ends a line at its arrow head and keeps where that was from the last time it drew.
    const [start, end] = [line.edgeType.fromPoint ?? from, line.edgeType.toPoint ?? to];
    const via = edge.bend ? line.edgeType.getViaNode() : { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
    return { x: a * start.x + b * via.x + c * end.x, y: a * start.y + b * via.y + c * end.y };
  },

  // The whole drawing into any context, for pictures.
  paintAll(ctx, scale) {
    const scene = { ...this.scene, ctx, scale, hovered: null, selected: null, labels: new Labels() };
    const held = this.scene;
    this.scene = scene;
    this.placeLabels(ctx, scale);
    paintBelow(ctx, scene);
    for (const id of scene.edges.keys()) { this.body.edges[id].draw(ctx); this.body.edges[id].drawArrows(ctx); }
    for (const id of scene.items.keys()) this.body.nodes[id].draw(ctx);
    paintAbove(ctx, scene);
    this.scene = held;
  },

  // The width of a label for each pixel of its font, at its boldest.
  textWidth(item, ctx) {
    const size = NODE_FONT * (item.start ? 1.12 : 1);
    return this.scene.labels.width(ctx, item.text, `600 ${size}px ${this.theme.font}`) / NODE_FONT;
  },

  // How far a node and its label reach from its middle, in pixels; a label above or below takes a
  // line, and a loop with its words nearly two.
  reachOf(item, width, scale) {
    const text = width * fontPixels(NODE_FONT, scale);
    const [beside, near] = [(item.size + (item.beyond ?? 0)) * scale + 8 + text, item.size * scale + 12];
    const half = Math.max(text / 2, near);
    const line = item.looped ? 28 : item.anchor === "l" || item.anchor === "r" ? 0 : 16;
    return {
      left: item.anchor === "l" ? beside : item.anchor === "r" ? near : half,
      right: item.anchor === "r" ? beside : item.anchor === "l" ? near : half,
      up: near + line,
      down: near + line,
    };
  },

  // Whether a node and its label stand in sight, clear of the tools.
  standsWhole(item) {
    const at = this.net.canvasToDOM(item);
    const reach = this.reachOf(item, this.textWidth(item, PROBE), this.net.getScale());
    return at.x >= reach.left && at.x + reach.right <= this.stage.clientWidth
      && at.y >= reach.up + this.bar() && at.y + reach.down <= this.stage.clientHeight;
  },

  // The band at the top that the tools take, in one row or more.
  bar() { return this.tools.offsetTop + this.tools.offsetHeight; },

  // Centre and scale at which all nodes and their labels fit into width and height pixels.
  extent(width, height, most, ctx) {
    const items = [...this.scene.items.values()];
    const widths = items.map((item) => this.textWidth(item, ctx));
    const reach = (item, index, scale) => this.reachOf(item, widths[index], scale);
    const bare = (item, _, scale) => { const near = item.size * scale + 4; return { left: near, right: near, up: near, down: near }; };
    const span = (scale, reach) => {
      const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
      items.forEach((item, index) => {
        const need = reach(item, index, scale);
        box.left = Math.min(box.left, item.x * scale - need.left);
        box.right = Math.max(box.right, item.x * scale + need.right);
        box.top = Math.min(box.top, item.y * scale - need.up);
        box.bottom = Math.max(box.bottom, item.y * scale + need.down);
      });
      return box;
    };
    const largest = (reach) => {
      let [low, high] = [0.02, most];
      for (let round = 0; round < 22; round += 1) {
        const middle = (low + high) / 2;
        const box = span(middle, reach);
        if (box.right - box.left <= width && box.bottom - box.top <= height) low = middle;
        else high = middle;
      }
      return low;
    };
    // Where labels alone fill the room, the nodes would shrink to a dot for them.
    const [whole, least] = [largest(reach), LABELS_TAKE * largest(bare)];
    const scale = Math.max(whole, least);
    const box = span(scale, whole < least ? bare : reach);
    return { scale, x: (box.left + box.right) / 2 / scale, y: (box.top + box.bottom) / 2 / scale, height: (box.bottom - box.top) / scale };
  },

  fit() {
    const { clientWidth: width, clientHeight: height } = this.stage;
    if (!width || !height || !this.scene.items.size) return;
    for (const [id, item] of this.scene.items) Object.assign(item, { x: this.body.nodes[id].x, y: this.body.nodes[id].y });
    const bar = this.bar();
    const view = this.extent(width - 24, height - bar - 20, 1.25, PROBE);
    const position = { x: view.x, y: view.y - (bar - 8) / 2 / view.scale };
    this.net.moveTo({ position, scale: view.scale, animation: false });
    this.memory.own = false;
    this.beyond.hidden = true;
    this.keepCamera();
  },

  // The reader chose what to look at; until the next fit it stays.
  looked() {
    this.memory.own = true;
    this.beyond.hidden = true;
  },

  clampZoom() {
    const scale = this.net.getScale();
    const kept = Math.min(ZOOM[1], Math.max(ZOOM[0], scale));
    if (kept !== scale) this.net.moveTo({ scale: kept, animation: false });
  },

  zoom(factor) {
    this.net.moveTo({ scale: Math.min(ZOOM[1], Math.max(ZOOM[0], this.net.getScale() * factor)), animation: false });
    this.looked();
    this.keepCamera();
  },

  keepCamera() {
    if (this.stage.clientWidth) this.memory.camera = { position: this.net.getViewPosition(), scale: this.net.getScale() };
  },

  settled() {
    this.stableAt = performance.now();
    this.root.dataset.drawn = this.rev;
  },

  // What is under a point of the stage: a node or its label first, then a relation or its label.
  at(dom) {
    const node = this.net.getNodeAt(dom);
    if (node !== undefined) return node;
    const { x, y } = this.net.DOMtoCanvas(dom);
    const inside = (box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
    const { labels } = this.scene;
    return labels.placed.find(inside)?.own ?? labels.edgePlaced.find(inside)?.edge ?? this.net.getEdgeAt(dom);
  },

  pointed(event) {
    if (this.dragging || event.buttons) return;
    const room = this.stage.getBoundingClientRect();
    this.hover(this.at({ x: event.clientX - room.left, y: event.clientY - room.top }) ?? null, event);
  },

  hover(id, event) {
    if (id === this.scene.hovered) return;
    this.scene.hovered = id;
    this.stage.classList.toggle("pointing", id !== null);
    const item = this.scene.items.get(id);
    if (item) {
      const at = this.net.canvasToDOM(item);
      const half = item.size * this.net.getScale() + 8;
      showTip(this, id, { x: at.x, top: at.y - half, bottom: at.y + half + 16 });
    } else if (id && event) {
      const room = this.stage.getBoundingClientRect();
      const y = event.clientY - room.top;
      showTip(this, id, { x: event.clientX - room.left, top: y - 14, bottom: y + 14 });
    } else this.tip.hidden = true;
    this.net.redraw();
  },

  select(id) {
    if (id === undefined) { this.say("Nothing in that direction."); return; }
    this.clickedAt = performance.now();
    const same = id === this.scene.selected;
    this.scene.selected = id;
    this.say(wordsFor(this.scene, id));
    this.reveal(id);
    this.refreshTools();
    this.net.redraw();
    if (same) return;
    if (id === null) this.tell({ type: "clear" });
    else this.tell({ type: this.scene.items.has(id) ? "select_node" : "select_edge", id });
  },

  // The camera follows the keyboard, and only when the selection would be out of sight.
  reveal(id) {
    const item = this.scene.items.get(id);
    if (item && !this.inSight(id)) {
      this.net.moveTo({ position: { x: item.x, y: item.y }, animation: false });
      this.keepCamera();
    }
  },

  act(type, more = {}) { this.tell({ type, ...more }); },

  // A message that waits for a run is lost when the next one comes, so each holds all that no
  // drawing has acknowledged. Of choices in a row only the last one counts.
  tell(event) {
    if (CHOICES.has(event.type) && CHOICES.has(this.unheard.at(-1)?.type)) this.unheard.pop();
    this.numbered += 1;
    this.unheard = [...this.unheard, { n: this.numbered, ...event }].slice(-UNHEARD);
    this.emit("acts", { from: this.sender, events: this.unheard });
  },

  dropped(id) {
    this.aim();
    const { x, y } = this.body.nodes[id];
    this.memory.moved.set(id, [x, y]);
    this.scene.items.get(id).pin = 1;
    this.scene.labelKey = null;
    this.act("pin", { id, x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 });
  },

  run(name) {
    const { selected, items, start } = this.scene;
    const node = items.get(selected);
    const calls = {
      fit: () => this.fit(),
      in: () => this.zoom(1.25),
      out: () => this.zoom(0.8),
      start: () => { this.select(start); this.net.moveTo({ position: { x: items.get(start)?.x ?? 0, y: items.get(start)?.y ?? 0 }, animation: false }); this.keepCamera(); },
      expand: () => (node ? this.act("expand", { id: selected }) : this.say("Select an entity to expand it.")),
      pin: () => this.togglePin(node),
      hide: () => this.hide(selected),
      undo: () => (this.data.undo ? this.act("undo") : this.say("There is nothing to undo.")),
      back: () => this.act("back"),
      table: () => this.act("table"),
      search: () => { document.dispatchEvent(new KeyboardEvent("keydown", { key: "/" })); this.act("focus_search"); },
      png: () => savePicture(this),
      full: () => this.fullScreen(),
      help: () => this.toggleHelp(),
      escape: () => this.select(null),
    };
    calls[name]();
  },

  openPassage(number) {
    comeBackTo(() => this.root);
    this.act("open_passage", { number });
  },

  hide(id) {
    if (!id) this.say("Select something to hide it.");
    else if (id === this.scene.start) this.say("The start stays in its own graph.");
    else this.act("hide", { id });
  },

  togglePin(node) {
    if (!node) { this.say("Select an entity to pin it."); return; }
    node.pin = node.pin ? 0 : 1;
    this.say(node.pin ? "Pinned." : "Released.");
    const place = { x: Math.round(node.x * 10) / 10, y: Math.round(node.y * 10) / 10 };
    this.act(node.pin ? "pin" : "unpin", { id: node.id, ...place });
    this.refreshTools();
    this.net.redraw();
  },

  helps() { return !this.root.querySelector(".help").hidden; },

  toggleHelp() {
    const help = this.root.querySelector(".help");
    help.hidden = !help.hidden;
    if (help.hidden) this.root.focus({ preventScroll: true });
    else {
      help.querySelector("button").focus({ preventScroll: true });
      help.scrollTop = 0;
    }
  },

  async fullScreen() {
    const full = this.root.matches(":fullscreen");
    await (full ? document.exitFullscreen() : this.root.requestFullscreen());
    requestAnimationFrame(() => requestAnimationFrame(() => this.fit()));
  },

  refreshTools() {
    const { selected, items } = this.scene;
    const node = items.get(selected);
    const set = (name, enabled) => { this.root.querySelector(`.tools [data-do="${name}"]`).disabled = !enabled; };
    set("expand", node);
    set("pin", node);
    set("undo", this.data.undo);
    set("hide", selected !== null && selected !== this.scene.start);
    this.root.querySelector('.tools [data-do="pin"]').setAttribute("aria-pressed", String(Boolean(node?.pin)));
  },

  say(words) { this.live.textContent = words; },

  destroy() { this.gone = true; document.fonts.removeEventListener("loadingdone", this.fontsCame); clearTimeout(this.followLater); this.net.destroy(); },
});
