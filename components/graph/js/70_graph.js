// One canvas: a vis network that holds still, and our drawing round it.

const MEMORY = (globalThis.__evidenceGraph ??= new Map());
const REMEMBERED = 20;
const CROWD = 90;
const FONTS_COME = 5000;
const HOLD_SELECTION = 1500;
const ZOOM = [0.08, 4];

function recall(key) {
  const memory = MEMORY.get(key) ?? { moved: new Map(), served: new Map(), camera: null };
  MEMORY.delete(key);
  MEMORY.set(key, memory);
  while (MEMORY.size > REMEMBERED) MEMORY.delete(MEMORY.keys().next().value);
  return memory;
}

// A page may leave less room than it asks for, by a property that reaches into the canvas.
function heightOf(data) {
  return `min(${data.height}px, var(--canvas-room, 100vh))`;
}

class Graph {
  constructor(root, vis) {
    this.root = root;
    this.vis = vis;
    this.stage = root.querySelector(".stage");
    this.tools = root.querySelector(".tools");
    this.tip = root.querySelector(".tip");
    this.beyond = root.querySelector(".beyond");
    this.live = root.querySelector(".live");
    this.nodes = new vis.DataSet();
    this.links = new vis.DataSet();
    this.sent = new Map();
    this.rev = 0;
    this.sender = Math.random().toString(36).slice(2);
    this.numbered = 0;
    this.unheard = [];
    this.scene = { items: new Map(), edges: new Map(), ranked: [], labels: new Labels(), selected: null, hovered: null };
    this.scene.redrawNode = (ctx, id) => this.body.nodes[id].draw(ctx);
    this.scene.redrawEdge = (ctx, id) => { this.body.edges[id].draw(ctx); this.body.edges[id].drawArrows(ctx); };
    root.__graph = this;
    fillHelp(root.querySelector(".help dl"));
    this.build();
    this.listen();
  }

  build() {
    const still = { enabled: false };
    this.net = new this.vis.Network(this.stage, { nodes: this.nodes, edges: this.links }, {
      autoResize: true,
      physics: still,
      layout: { improvedLayout: false, randomSeed: 7 },
      interaction: { hover: false, multiselect: false, selectConnectedEdges: false, hoverConnectedEdges: false, keyboard: still, tooltipDelay: 1e8, zoomSpeed: 0.7 },
      nodes: { borderWidth: 2, borderWidthSelected: 2, chosen: false, physics: false, font: { size: 0 } },
      edges: { chosen: false, physics: false, selectionWidth: 0, hoverWidth: 0, arrowStrikethrough: false, font: { size: 0 } },
    });
    this.body = this.net.body;
    this.stage.querySelectorAll("[tabindex]").forEach((element) => element.removeAttribute("tabindex"));
    this.net.on("beforeDrawing", (ctx) => { if (this.whole) { this.prepare(ctx); paintBelow(ctx, this.scene); } });
    this.net.on("afterDrawing", (ctx) => { if (this.whole) { paintAbove(ctx, this.scene); this.settled(); } });
  }

  listen() {
    const { net, root } = this;
    net.on("click", ({ pointer }) => { root.focus({ preventScroll: true }); this.select(this.at(pointer.DOM) ?? null); });
    net.on("doubleClick", ({ pointer }) => { const id = this.at(pointer.DOM); if (this.scene.items.has(id)) this.act("expand", { id }); });
    net.on("dragStart", () => { this.dragging = true; this.hover(null); });
    net.on("dragEnd", ({ nodes }) => { this.dragging = false; if (nodes.length) this.dropped(nodes[0]); else this.looked(); net.unselectAll(); this.keepCamera(); });
    net.on("zoom", () => { this.clampZoom(); this.looked(); this.keepCamera(); });
    // Labels are measured before their font has come, and are wider with it.
    const begun = performance.now();
    this.fontsCame = () => {
      this.scene.labels.widths.clear();
      this.scene.labelKey = null;
      if (this.data && !this.memory.own && performance.now() - begun < FONTS_COME) this.fit();
      net.redraw();
    };
    document.fonts.addEventListener("loadingdone", this.fontsCame);
    net.on("resize", () => { if (!this.memory?.camera || !this.memory.own) this.fit(); });
    this.stage.onpointermove = (event) => this.pointed(event);
    this.stage.onpointerleave = () => this.hover(null);
    root.onkeydown = (event) => onKey(this, event);
    root.onfocus = () => root.classList.toggle("keys", root.matches(":focus-visible"));
    // In full screen the browser keeps Esc for itself, so leaving it is all that is heard of.
    root.onfullscreenchange = () => {
      if (root.matches(":fullscreen")) return;
      if (this.helps()) this.toggleHelp();
      else root.focus({ preventScroll: true });
    };
    root.onblur = () => root.classList.remove("keys");
    root.querySelectorAll("[data-do]").forEach((button) => { button.onclick = () => this.run(button.dataset.do); });
  }

  update(data, emit) {
    this.data = data;
    this.emit = emit;
    this.unheard = this.unheard.filter(({ n }) => n > (data.heard[this.sender] ?? 0));
    const changedView = this.memory !== undefined && this.key !== data.view_key;
    const newLayout = this.layout !== undefined && this.layout !== data.layout;
    this.key = data.view_key;
    this.layout = data.layout;
    this.memory = recall(data.view_key);
    this.theme = readTheme(this.root);
    this.root.style.height = heightOf(data);
    this.root.setAttribute("aria-label", titleWords(data));
    this.whole = false;
    const fresh = this.merge(data);
    this.whole = true;
    this.follow(data.selected, changedView);
    if (newLayout || this.relaid) this.memory.camera = null;
    this.lookAgain(fresh, changedView);
    this.refreshTools();
    this.rev += 1;
    Object.assign(this.root.dataset, { rev: this.rev, nodes: data.nodes.length, edges: data.edges.length });
    this.stableAt = null;
    this.aim();
    this.net.redraw();
  }

  // vis draws a line to where its arrow head stood before the last change: forget those places.
  // Labels get off the heads, so they are placed again once these are where they belong.
  aim() {
    for (const id of this.scene.edges.keys()) {
      const { edgeType } = this.body.edges[id];
      Object.assign(edgeType, { fromPoint: edgeType.from, toPoint: edgeType.to });
    }
    requestAnimationFrame(() => {
      if (this.gone) return;
      this.scene.labelKey = null;
      this.net.redraw();
    });
  }

  // Who came here by a link with the keyboard goes on with it.
  arrive() {
    const since = performance.now() - (globalThis.__evidenceFollowed ?? -1e9);
    globalThis.__evidenceFollowed = undefined;
    if (since < 20000 && (document.activeElement === null || document.activeElement === document.body)) this.root.focus({ preventScroll: true });
  }

  // Bring the data sets up to date by difference; answers the ids that were not drawn before.
  merge(data) {
    const { moved, served } = this.memory;
    // Not what this canvas drew last: it may have been made anew while the walk was on its way.
    const before = this.memory.drawn ?? new Set();
    const items = new Map();
    const visNodes = [];
    let shifted = 0;
    for (const node of data.nodes) {
      const known = served.get(node.id);
      if (!known || known[0] !== node.x || known[1] !== node.y) moved.delete(node.id);
      if (known && !moved.has(node.id) && !node.pin && (known[0] !== node.x || known[1] !== node.y)) shifted += 1;
      served.set(node.id, [node.x, node.y]);
      const [x, y] = moved.get(node.id) ?? [node.x, node.y];
      items.set(node.id, { ...node, x, y, anchor: node.a, text: node.label, label: data.groups[node.group].label });
      const item = visNode(node, data.groups, this.theme);
      if (this.differs(`n${node.id}`, item, x, y)) visNodes.push({ ...item, x, y });
    }
    this.relaid = shifted > 1;
    const edges = new Map(data.edges.map((edge) => [edge.id, { ...edge, point: (t) => this.pointOn(edge, t) }]));
    const visEdges = data.edges.map((edge) => visEdge(edge, data.grades, this.theme, data.edges.length > CROWD, items.get(edge.from).size)).filter((item) => this.differs(`e${item.id}`, item));
    this.drop(this.links, edges, "e");
    this.drop(this.nodes, items, "n");
    if (visNodes.length) this.nodes.update(visNodes);
    if (visEdges.length) this.links.update(visEdges);
    const degree = new Map();
    for (const edge of edges.values()) for (const end of [edge.from, edge.to]) degree.set(end, (degree.get(end) ?? 0) + 1);
    const weight = (item) => (item.start ? 1e6 : 0) + (degree.get(item.id) ?? 0) + item.size / 100;
    const ranked = [...items.values()].sort((one, other) => weight(other) - weight(one) || (one.id < other.id ? -1 : 1));
    Object.assign(this.scene, { items, edges, ranked, start: data.start, theme: this.theme, labelKey: null });
    if (!this.exists(this.scene.hovered)) this.hover(null);
    this.memory.drawn = new Set(items.keys());
    return [...items.keys()].filter((id) => !before.has(id));
  }

  differs(key, item, x = 0, y = 0) {
    const text = `${JSON.stringify(item)}${x},${y}`;
    if (this.sent.get(key) === text) return false;
    this.sent.set(key, text);
    return true;
  }

  drop(set, wanted, prefix) {
    const gone = set.getIds().filter((id) => !wanted.has(id));
    for (const id of gone) this.sent.delete(prefix + id);
    if (gone.length) set.remove(gone);
  }

  exists(id) { return this.scene.items.has(id) || this.scene.edges.has(id); }

  // The server's selection wins when it changes, but not over a click that it has not heard of yet.
  follow(selected, force) {
    clearTimeout(this.followLater);
    const recent = performance.now() - (this.clickedAt ?? -1e9) < HOLD_SELECTION;
    if (force || !recent || selected === this.scene.selected) this.scene.selected = selected;
    else this.followLater = setTimeout(() => { this.scene.selected = this.data.selected; this.refreshTools(); this.net.redraw(); }, HOLD_SELECTION);
    if (!this.exists(this.scene.selected)) this.scene.selected = null;
  }

  // What the rest of the page says is chosen, between two drawings.
  choose(id) {
    if (!this.data) return;
    const before = this.scene.selected;
    this.data.selected = id;
    this.follow(id, false);
    if (this.scene.selected === before) return;
    this.refreshTools();
    this.net.redraw();
  }

  lookAgain(fresh, changedView) {
    if (this.memory.camera) {
      if (!this.shown || changedView) this.net.moveTo({ ...this.memory.camera, animation: false });
      this.lookFor(fresh);
    } else this.fit();
    if (this.shown && fresh.length && !changedView) this.say(fresh.length === 1 ? "1 new entity." : `${fresh.length} new entities.`);
    this.shown = true;
  }

  // A reader who looks at a part of the drawing keeps it, and is told what lies outside.
  lookFor(fresh) {
    if (fresh.length && !this.memory.own) {
      if (![...this.scene.items.values()].every((item) => this.standsWhole(item))) this.fit();
      return;
    }
    const beyond = fresh.filter((id) => !this.inSight(id)).length;
    if (!beyond) return;
    this.beyond.textContent = beyond === 1 ? "1 new entity outside the view. Show all" : `${beyond} new entities outside the view. Show all`;
    this.beyond.hidden = false;
  }

  inSight(id) {
    const item = this.scene.items.get(id);
    const at = this.net.canvasToDOM(item);
    return at.x > 30 && at.y > 52 && at.x < this.stage.clientWidth - 30 && at.y < this.stage.clientHeight - 24;
  }
}
