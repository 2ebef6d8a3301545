"use strict";
// The page shows what was worked out before: it puts changes in place, draws what differs, and checks digests and dice.
(() => {
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const labels = read("labels"), fight = read("fight"), lines = read("log");
  const $ = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const last = fight.steps.length - 1;
  const STRIDE = 64;                                  // a state is kept every so many events
  const stride = fight.width + 1;
  const sides = [...new Set(fight.cast.map((one) => one.side))];
  const counts = { applied: 0, touched: 0 };          // of the last step: events applied, nodes touched
  let language = 0, now = -1, playing = 0, chosen = -1, whoseTurn = -1;

  // ---- words ---------------------------------------------------------------------------------------------------
  const t = (key, ...values) => {
    const found = labels[fight.languages[language]]?.[key] ?? labels.en[key] ?? key;
    return values.reduce((text, value, index) => text.replace(`{${index}}`, value), found);
  };
  const term = (word) => fight.terms?.[fight.languages[language]]?.[word] ?? word;
  const make = (name, attributes = {}, ...children) => {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
  };
  const draw = (name, attributes = {}, text) => {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    if (text !== undefined) node.textContent = text;
    return node;
  };
  const own = (name) => make("bdi", {}, name);
  const column = (x) => (x < 26 ? "" : String.fromCharCode(96 + Math.floor(x / 26))) + String.fromCharCode(97 + (x % 26));
  const square = (at) => column(at % stride) + (Math.floor(at / stride) + 1);
  const xy = (at) => [at % stride, Math.floor(at / stride)];
  const unit = (halves) => (halves % 2 ? `${halves >> 1}½` : `${halves >> 1}`);

  // ---- the state at any event -----------------------------------------------------------------------------------
  const kept = new Map();
  let state = { scene: 0, round: 0, turn: -1, cast: fight.first.map((one) => ({ ...one })) };
  const copy = (from) => ({ ...from, cast: from.cast.map((one) => ({ ...one })) });
  kept.set(-1, copy(state));
  const put = (seq) => {
    const step = fight.steps[seq];
    for (const [index, changes] of step.u ?? []) Object.assign(state.cast[index], changes, { since: seq });
    if (step.m !== undefined) state.scene = step.m;
    if (step.round !== undefined) state.round = step.round;
    if (step.turn !== undefined) state.turn = step.turn;
    counts.applied += 1;
    if ((seq + 1) % STRIDE === 0 && !kept.has(seq)) kept.set(seq, copy(state));
  };
  const fold = (seq) => {
    const near = Math.floor((seq + 1) / STRIDE) * STRIDE - 1;
    if (seq < now || near > now) {
      let from = near;
      while (!kept.has(from)) from -= STRIDE;
      if (seq < now || from > now) { state = copy(kept.get(from)); now = from; }
    }
    while (now < seq) put(++now);
  };

  // ---- the board -------------------------------------------------------------------------------------------------
  const board = draw("svg", { viewBox: `-1 -1 ${fight.width + 1.2} ${fight.height + 1.2}`, role: "img" });
  const layer = (name) => { const group = draw("g", { class: name }); board.append(group); return group; };
  const layers = Object.fromEntries(["land", "zones", "under", "edges", "things", "tokens", "over"].map((name) => [name, layer(name)]));
  const KINDS = { "#": "wall", T: "tree", "+": "door", "'": "open", ":": "rubble", ";": "heavy", ",": "growth", w: "shallow", "~": "deep", "=": "bridge", o: "pit", "%": "low", n: "narrow", f: "mist", "^": "cliff" };
  let drawnScene = -1;
  const tokens = [];
  const touched = (count = 1) => { counts.touched += count; };
  const boxes = (list) => list.map((at) => { const [x, y] = xy(at); return `M${x} ${y}h1v1h-1z`; }).join("");

  const drawScene = () => {
    if (drawnScene === state.scene) return;
    drawnScene = state.scene;
    const scene = fight.scenes[state.scene];
    const byKind = new Map(), shade = { s: [], d: [] };
    const heights = [];
    scene.rows.forEach((row, y) => [...row].forEach((symbol, x) => {
      const at = y * stride + x;
      if (KINDS[symbol]) byKind.set(symbol, [...(byKind.get(symbol) ?? []), at]);
      const light = scene.light[y]?.[x];
      if (shade[light]) shade[light].push(at);
      const over = scene.over[y]?.[x];
      if (over === "f" || over === "b") byKind.set("f", [...(byKind.get("f") ?? []), at]);
      const level = scene.elevation[y]?.[x];
      if (level && level !== "0") heights.push([x, y, level]);
    }));
    const land = [draw("rect", { class: "floor", x: 0, y: 0, width: fight.width, height: fight.height })];
    let grid = "";
    for (let x = 0; x <= fight.width; x++) grid += `M${x} 0v${fight.height}`;
    for (let y = 0; y <= fight.height; y++) grid += `M0 ${y}h${fight.width}`;
    for (const [symbol, list] of byKind) {
      if (symbol === "T") list.forEach((at) => { const [x, y] = xy(at); land.push(draw("circle", { class: "t-tree", cx: x + .5, cy: y + .5, r: .46 })); });
      else land.push(draw("path", { class: `t-${KINDS[symbol]}`, d: boxes(list) }));
    }
    if (shade.s.length) land.push(draw("path", { class: "shade", d: boxes(shade.s) }));
    if (shade.d.length) land.push(draw("path", { class: "dark", d: boxes(shade.d) }));
    land.push(draw("path", { class: "grid", d: grid }));
    for (const [x, y, level] of heights) land.push(draw("text", { class: "height", x: x + .06, y: y + .28 }, level));
    for (let x = 0; x < fight.width; x++) land.push(draw("text", { class: "label", x: x + .5, y: -.25 }, column(x)));
    for (let y = 0; y < fight.height; y++) land.push(draw("text", { class: "label", x: -.5, y: y + .62 }, String(y + 1)));
    layers.land.replaceChildren(...land);
    const style = { "low-wall": "low", door: "door", "locked-door": "door", "open-door": "open", window: "pane", "arrow-slit": "pane" };
    const edges = scene.edges.map(([at, side, kind]) => {
      const [x, y] = xy(at);
      const d = { n: `M${x} ${y}h1`, s: `M${x} ${y + 1}h1`, w: `M${x} ${y}v1`, e: `M${x + 1} ${y}v1` }[side];
      return draw("path", { class: `edge ${style[kind] ?? ""}`, d });
    });
    if (scene.strokes.length) edges.push(draw("path", { class: "stroke", d: scene.strokes.map(([x, y, u, v]) => `M${x / 100} ${y / 100}L${u / 100} ${v / 100}`).join("") }));
    layers.edges.replaceChildren(...edges);
    layers.zones.replaceChildren(...scene.zones.map(([spell, list]) => {
      const zone = draw("path", { class: "zone", d: boxes(list) });
      zone.append(draw("title", {}, term(spell)));
      return zone;
    }));
    layers.things.replaceChildren(...scene.things.map(([name, at]) => {
      const [x, y] = xy(at);
      const thing = draw("text", { class: "thing", x: x + .5, y: y + .92 }, "✦");
      thing.append(draw("title", {}, name));
      return thing;
    }));
    touched(land.length + edges.length + scene.zones.length + scene.things.length);
  };

  const shape = (side, radius) => {
    const kind = sides.indexOf(side) % 3;
    if (kind === 0) return draw("circle", { class: "body", r: radius });
    if (kind === 1) return draw("rect", { class: "body", x: -radius * .92, y: -radius * .92, width: radius * 1.84, height: radius * 1.84, rx: radius * .25 });
    const points = [0, 1, 2, 3, 4, 5].map((k) => [Math.cos(Math.PI * k / 3) * radius, Math.sin(Math.PI * k / 3) * radius].map((n) => n.toFixed(3)).join(","));
    return draw("polygon", { class: "body", points: points.join(" ") });
  };
  const BADGES = { prone: "▁", grappling: "⊗", pinned: "⊠", dying: "✚", stable: "✚", dead: "✝", unconscious: "z", asleep: "z", stunned: "!", dazed: "!", paralyzed: "‖", blinded: "◌", shaken: "~", frightened: "≈", panicked: "≈", entangled: "#", surrendered: "⚐", invisible: "◯", hidden: "◯", mounted: "♞", "flat-footed": "·", disabled: "½", staggered: "½", raging: "^", casting: "✶", "total-defense": "◈", "fighting-defensively": "◇", bound: "∞", burning: "♨", turned: "↩", fatigued: "↓", exhausted: "⇓", nauseated: "§", sickened: "§" };
  const down = (one) => ["dead", "dying", "unconscious", "stable"].some((name) => one.c.includes(name));

  const drawToken = (index) => {
    const figure = fight.cast[index], one = state.cast[index], old = tokens[index];
    const key = `${one.since} ${state.turn === index} ${chosen === index}`;      // what it was changed by says how it is
    if (old?.key === key) return;
    const body = [one.span, one.c.join(), one.hp, one.nl, one.f, one.alt].join("|");
    let group = old?.group;
    if (!group || old.body !== body) {
      const fresh = draw("g", { "data-index": index });
      const size = { Fine: .22, Diminutive: .26, Tiny: .3, Small: .36, tiny: .3, small: .36 }[figure.size] ?? .42;
      const radius = one.span > 1 ? one.span / 2 - .08 : size;
      const share = Math.max(0, Math.min(1, (one.hp - (one.nl ?? 0)) / Math.max(1, figure.max)));
      const around = 2 * Math.PI * (radius + .04);
      fresh.append(draw("circle", { class: "halo", r: radius + .12 }), shape(figure.side, radius - .06));
      fresh.append(draw("circle", { class: "ring-back", r: radius + .04 }), draw("circle", { class: "ring", r: radius + .04, transform: "rotate(-90)", "stroke-dasharray": `${(around * share).toFixed(3)} ${around.toFixed(3)}` }));
      if (one.f !== undefined) fresh.append(draw("path", { class: "facing", d: `M0 ${-radius - .2}l.13 .2h-.26z`, transform: `rotate(${45 * one.f})` }));
      fresh.append(draw("text", { class: "glyph", "font-size": (radius * 1.05).toFixed(2) }, figure.glyph));
      const badges = one.c.filter((name) => BADGES[name]).slice(0, 4).map((name) => BADGES[name]).join("");
      if (badges) fresh.append(draw("text", { class: "badge", y: radius + .02 }, badges));
      if (one.alt) fresh.append(draw("text", { class: "badge", y: -radius + .05 }, `↑${one.alt}`));
      fresh.append(draw("title", {}, `${figure.id}: ${one.hp}/${figure.max}${one.c.length ? `, ${one.c.map(term).join(", ")}` : ""}`));
      fresh.dataset.health = share > .5 ? "good" : share > .25 ? "mid" : "low-hp";
      if (group) group.replaceWith(fresh); else layers.tokens.append(fresh);
      group = fresh;
      touched(group.childNodes.length);
    }
    const names = ["token", `s${Math.min(5, sides.indexOf(figure.side))}`, group.dataset.health];
    if (down(one)) names.push("down");
    if (one.c.includes("prone")) names.push("prone");
    if (state.turn === index) names.push("acts");
    if (chosen === index) names.push("chosen");
    group.setAttribute("class", names.join(" "));
    const [x, y] = xy(one.at);
    group.style.transform = `translate(${x + one.span / 2}px, ${y + one.span / 2}px)`;
    group.style.display = one.on ? "" : "none";
    tokens[index] = { key, body, group };
    touched();
  };

  // ---- what is drawn over it --------------------------------------------------------------------------------------
  const OVERLAYS = ["path", "shot", "cover", "flank", "area", "threat", "reach"];
  const shown = new Set(["path", "shot", "cover", "flank", "area"]);
  const drawOver = () => {
    const over = [], under = [];
    const step = fight.steps[now] ?? {}, plan = step.o ?? {};
    if (shown.has("threat")) {
      const bySide = chosen >= 0 ? [chosen] : state.cast.map((_, index) => index).filter((index) => state.cast[index].on && !down(state.cast[index]));
      const all = new Set(bySide.flatMap((index) => state.cast[index].r ?? []));
      if (all.size) under.push(draw("path", { class: "over-threat", d: boxes([...all]) }));
    }
    if (shown.has("reach") && chosen >= 0) under.push(draw("path", { class: "over-reach", d: boxes(state.cast[chosen].r ?? []) }));
    if (shown.has("area") && plan.area) under.push(draw("path", { class: "over-area", d: boxes(plan.area) }));
    if (shown.has("path") && plan.path) {
      const half = (plan.span ?? 1) / 2;
      const points = plan.path.map((at) => { const [x, y] = xy(at); return `${x + half},${y + half}`; });
      over.push(draw("polyline", { class: "over-path", points: points.join(" ") }));
      (plan.costs ?? []).forEach((cost, index) => {
        if (!index) return;
        const [x, y] = xy(plan.path[index]);
        over.push(draw("text", { class: "over-cost", "data-square": plan.path[index], x: x + half, y: y + half - .28 }, unit(cost)));
      });
    }
    const lineTo = (kind, [x, y], [u, v]) => draw("line", { class: kind, x1: x, y1: y, x2: u, y2: v });
    if (shown.has("shot")) {
      if (plan.shot) over.push(lineTo(`over-shot${plan.hit ? "" : " miss"}`, ...plan.shot));
      for (const pair of plan.aims ?? []) over.push(lineTo("over-shot", ...pair));
      if (plan.aim) over.push(draw("circle", { class: "over-corner", cx: plan.aim[0], cy: plan.aim[1], r: .14 }));
    }
    if (shown.has("cover") && plan.cover) {
      for (const end of plan.cover.to) over.push(lineTo("over-cover", plan.cover.corner, end));
      over.push(draw("circle", { class: "over-corner", cx: plan.cover.corner[0], cy: plan.cover.corner[1], r: .13 }));
      if (plan.cover.square !== undefined) { const [x, y] = xy(plan.cover.square); over.push(draw("rect", { class: "over-block", "data-square": plan.cover.square, x, y, width: 1, height: 1 })); }
    }
    if (shown.has("flank") && plan.flank) over.push(lineTo("over-flank", plan.flank[0], plan.flank[1]));
    for (const one of state.cast) for (const other of one.g ?? []) {
      const index = fight.cast.findIndex((figure) => figure.id === other);
      if (index < 0 || !one.on) continue;
      const [x, y] = xy(one.at), [u, v] = xy(state.cast[index].at);
      over.push(lineTo("hold", [x + one.span / 2, y + one.span / 2], [u + state.cast[index].span / 2, v + state.cast[index].span / 2]));
    }
    if (over.length || layers.over.childNodes.length) layers.over.replaceChildren(...over);
    if (under.length || layers.under.childNodes.length) layers.under.replaceChildren(...under);
    touched(over.length + under.length);
  };

  // ---- the list of events ------------------------------------------------------------------------------------------
  const events = $("events"), all = $("events-all");
  const depth = [];
  fight.steps.forEach((step, seq) => { depth[seq] = step.b >= 0 && step.b < seq ? Math.min(4, depth[step.b] + 1) : 0; });
  const wrong = new Map();
  for (const finding of fight.findings) wrong.set(finding[0], [...(wrong.get(finding[0]) ?? []), finding]);
  const tall = () => parseFloat(getComputedStyle(document.documentElement).fontSize) * 2.6;
  const heads = new Set(["RoundBegan", "TurnBegan", "RoundOpened", "ActivationBegan", "RoundPassed", "HourPassed"]);
  let range = [0, -1], marked = -2;
  const drawList = (force) => {
    const height = tall();
    const first = Math.max(0, Math.floor(events.scrollTop / height) - 8);
    const final = Math.min(last, Math.ceil((events.scrollTop + events.clientHeight) / height) + 8);
    if (!force && first === range[0] && final === range[1] && marked === now) return;
    if (force || first !== range[0] || final !== range[1]) {
      range = [first, final];
      all.style.height = `${height * (last + 1)}px`;
      const rows = [];
      for (let seq = first; seq <= final; seq++) {
        const step = fight.steps[seq];
        const row = make("div", { id: `event-${seq}`, role: "option", "data-seq": seq, "aria-selected": seq === now, "aria-posinset": seq + 1, "aria-setsize": last + 1 },
          make("span", { class: "seq", "aria-hidden": "true" }, String(seq)), make("span", { class: "words" }, step.w[language] ?? step.w[0]));
        row.className = `event depth-${depth[seq]}${heads.has(step.k) ? " head" : ""}${wrong.has(seq) ? " has-finding" : ""}`;
        row.style.top = `${height * seq}px`;
        rows.push(row);
      }
      all.replaceChildren(...rows);
      touched(rows.length);
    } else {
      $(`event-${marked}`)?.setAttribute("aria-selected", "false");
      $(`event-${now}`)?.setAttribute("aria-selected", "true");
      touched(2);
    }
    marked = now;
    if (now >= 0 && $(`event-${now}`)) events.setAttribute("aria-activedescendant", `event-${now}`);
    else events.removeAttribute("aria-activedescendant");
  };
  const scrollList = () => {
    const height = tall(), top = height * Math.max(0, now), view = events.clientHeight;
    if (top < events.scrollTop + height || top > events.scrollTop + view - 2 * height) events.scrollTop = Math.max(0, top - view / 2);
  };

  // ---- an event explained --------------------------------------------------------------------------------------------
  const signed = (value) => (value < 0 ? `−${-value}` : `+${value}`);
  const statement = (rule) => make("p", { class: "rule" }, make("code", {}, rule), " ", make("span", { lang: "en" }, fight.rules[rule] || t("unknown-rule")));
  const drawDetail = () => {
    const about = $("about"), step = fight.steps[now], parts = [];
    if (!step) { about.replaceChildren(make("p", {}, t("before"))); touched(); return; }
    parts.push(make("p", { class: "line" }, make("strong", {}, `${now} `), step.w[language] ?? step.w[0]));
    if (step.b >= 0 && step.b < now) parts.push(make("p", {}, t("because"), " ", make("a", { href: `#seq=${step.b}` }, `${step.b}`), ": ", own(fight.steps[step.b].w[language] ?? fight.steps[step.b].w[0])));
    for (const [, law, rule, message] of wrong.get(now) ?? []) parts.push(make("div", { class: "finding" }, make("strong", {}, `${t("finding")}: ${law}`), make("p", {}, message), ...(rule ? [statement(rule)] : [])));
    const told = new Set();
    for (const total of step.x ?? []) {
      const dice = total.of === "parts" ? (step.d ?? []) : [];
      const table = make("table", { class: "sum" }, make("caption", {}, `${t(`sum-${total.of}`)}: ${total.total ?? ""}`));
      for (const [, faces, value] of dice) table.append(make("tr", {}, make("td", { class: "number" }, String(value)), make("td", {}, `d${faces}`), make("td", {})));
      for (const [value, label, rule] of total.parts) {
        told.add(rule);
        table.append(make("tr", {}, make("td", { class: "number" }, signed(value)), make("td", {}, term(label)), make("td", {}, ...(rule ? [statement(rule)] : []))));
      }
      for (const [value, label, rule, why] of total.dropped) {
        told.add(rule);
        table.append(make("tr", { class: "dropped" }, make("td", { class: "number" }, signed(value)), make("td", {}, term(label)), make("td", { class: "why" }, `${t("dropped")}: ${why}`, statement(rule))));
      }
      parts.push(table);
    }
    if (!(step.x ?? []).length && step.d?.length) parts.push(make("p", {}, `${t("dice")}: ${step.d.map(([, faces, value]) => `d${faces} ${value}`).join(", ")}`));
    const rest = (step.r ?? []).filter((rule) => !told.has(rule));
    if (rest.length) parts.push(make("h3", {}, t("rules")), ...rest.map(statement));
    if (step.q?.length) {
      const list = make("ol", {});
      for (const [words, score] of step.q) list.append(make("li", {}, own(words), score ? ` (${score})` : ""));
      parts.push(make("h3", {}, t("reasons", step.by)), list);
    }
    about.replaceChildren(...parts);
    touched(parts.length);
  };

  // ---- who is in it ---------------------------------------------------------------------------------------------------
  const rows = [];
  const buildCast = () => {
    const head = make("tr", {}, ...["who", "side", "hp", "square-of", "conditions", "in-hand"].map((key) => make("th", { scope: "col" }, t(key))));
    const body = make("tbody", {});
    fight.cast.forEach((figure, index) => {
      const swatch = make("span", { class: `swatch f${Math.min(5, sides.indexOf(figure.side))}`, "aria-hidden": "true" });
      const pick = make("button", { type: "button", class: "name", title: figure.name, "aria-pressed": "false" }, own(figure.id));
      pick.addEventListener("click", () => choose(index));
      const hp = make("span", {});
      const bar = make("span", { class: "bar-of", "aria-hidden": "true" }, draw("svg", { preserveAspectRatio: "none", viewBox: "0 0 100 10" }));
      bar.firstChild.append(draw("rect", { height: 10, width: 0, class: "filled" }));
      const cells = { place: make("td", {}), conditions: make("td", {}), held: make("td", {}) };
      const row = make("tr", {}, make("td", { class: "name" }, pick), make("td", {}, swatch, " ", own(figure.side)), make("td", { class: "number" }, hp, bar), cells.place, cells.conditions, cells.held);
      rows[index] = { row, pick, hp, bar: bar.firstChild.firstChild, ...cells, key: "" };
      body.append(row);
    });
    $("cast").replaceChildren(make("thead", {}, head), body);
  };
  const drawCast = () => rows.forEach((row, index) => {
    const one = state.cast[index], figure = fight.cast[index];
    const key = `${one.since} ${state.turn === index} ${chosen === index} ${language}`;
    if (row.key === key) return;
    row.key = key;
    row.hp.textContent = `${one.hp}/${figure.max}${one.tmp ? ` +${one.tmp}` : ""}${one.nl ? ` (${one.nl} ${t("nonlethal")})` : ""}`;
    const share = Math.max(0, Math.min(1, one.hp / Math.max(1, figure.max)));
    row.bar.setAttribute("width", Math.round(100 * share));
    row.bar.style.fill = `var(--hp-${share > .5 ? "good" : share > .25 ? "mid" : "low"})`;
    row.place.textContent = one.on ? square(one.at) : "–";
    row.conditions.replaceChildren(...one.c.map((name) => make("span", { class: "chip" }, term(name))));
    row.held.textContent = one.held.map(term).join(", ");
    row.pick.setAttribute("aria-pressed", chosen === index);
    if (state.turn === index) row.row.setAttribute("aria-current", "true"); else row.row.removeAttribute("aria-current");
    touched(6);
  });
  const choose = (index) => { chosen = chosen === index ? -1 : index; render(); };

  // ---- charts ----------------------------------------------------------------------------------------------------------
  const history = fight.cast.map(() => []);
  const learn = () => {
    const hp = fight.first.map((one) => one.hp), on = fight.first.map((one) => one.on);
    hp.forEach((value, index) => history[index].push([-1, on[index] ? Math.max(0, value) : 0]));
    fight.steps.forEach((step, seq) => { for (const [index, changes] of step.u ?? []) {
      if (changes.hp === undefined && changes.on === undefined) continue;
      if (changes.hp !== undefined) hp[index] = changes.hp;
      if (changes.on !== undefined) on[index] = changes.on;
      history[index].push([seq, on[index] ? Math.max(0, hp[index]) : 0]);
    } });
  };
  let nowLine = null;
  const WIDE = 600, HIGH = 160;
  const drawChart = () => {
    const of = $("chart-of").value;
    const series = of === "sides" ? sides.map((side, index) => {
      const total = new Map(), current = fight.cast.map(() => 0);
      const points = [];
      const moments = fight.cast.flatMap((figure, who) => (figure.side === side ? history[who].map(([seq, hp]) => [seq, who, hp]) : [])).sort((a, b) => a[0] - b[0]);
      for (const [seq, who, hp] of moments) { current[who] = hp; total.set(seq, current.reduce((a, b) => a + b, 0)); }
      for (const [seq, hp] of total) points.push([seq, hp]);
      return { points, colour: Math.min(5, index), name: side };
    }) : fight.cast.map((figure, who) => ({ points: history[who], colour: Math.min(5, sides.indexOf(figure.side)), name: figure.id, side: figure.side })).filter((one) => one.side === of);
    const most = Math.max(1, ...series.flatMap((one) => one.points.map((point) => point[1])));
    const x = (seq) => (WIDE * (seq + 1)) / Math.max(1, last + 1), y = (hp) => HIGH - (HIGH * hp) / most;
    const chart = draw("svg", { class: "chart", viewBox: `-34 -8 ${WIDE + 40} ${HIGH + 28}`, preserveAspectRatio: "none", role: "img", "aria-label": t("hp-over-time") });
    chart.append(draw("path", { class: "axis", d: `M0 0V${HIGH}H${WIDE}` }), draw("text", { x: -30, y: 8 }, String(most)), draw("text", { x: -30, y: HIGH }, "0"));
    series.forEach((one, number) => {
      const path = draw("path", { class: `c${one.colour}`, d: one.points.map(([seq, hp], index) => (index ? `H${x(seq).toFixed(1)}V${y(hp).toFixed(1)}` : `M${x(seq).toFixed(1)} ${y(hp).toFixed(1)}`)).join("") + `H${WIDE}` });
      if (number % 2) path.setAttribute("stroke-dasharray", "6 3");
      path.append(draw("title", {}, one.name));
      chart.append(path);
    });
    nowLine = draw("line", { class: "now", y1: 0, y2: HIGH });
    chart.append(nowLine);
    const legend = make("p", {}, ...series.map((one) => make("span", { class: "chip" }, make("span", { class: `swatch f${one.colour}`, "aria-hidden": "true" }), " ", own(one.name))));
    $("chart").replaceChildren(chart, legend);
    moveNow();
  };
  const moveNow = () => { const x = (WIDE * (now + 1)) / Math.max(1, last + 1); nowLine?.setAttribute("x1", x); nowLine?.setAttribute("x2", x); touched(); };
  const buildTally = () => {
    const keys = ["attacks", "hits", "dealt", "taken", "healed"];
    const head = make("tr", {}, ...["who", ...keys].map((key, index) => make("th", { scope: "col", class: index ? "number" : "" }, t(key))));
    const body = fight.cast.map((figure, index) => make("tr", {}, make("td", { class: "name" }, own(figure.id)), ...keys.map((key) => make("td", { class: "number" }, String(fight.tally[index][key])))));
    $("tally").replaceChildren(make("caption", {}, t("tally")), make("thead", {}, head), make("tbody", {}, ...body));
  };

  // ---- the bar ---------------------------------------------------------------------------------------------------------
  const buildMarks = () => {
    const marks = $("marks"), total = Math.max(1, last + 1);
    marks.setAttribute("viewBox", `0 0 ${total} 12`);
    marks.setAttribute("preserveAspectRatio", "none");
    const found = fight.steps.map((step, seq) => [seq, wrong.has(seq) ? "finding" : step["!"]]).filter(([, kind]) => kind);
    marks.replaceChildren(...found.map(([seq, kind]) => {
      const line = draw("line", { class: `m-${kind}`, "data-seq": seq, x1: seq + 1, x2: seq + 1, y1: kind === "death" || kind === "finding" ? 0 : 4, y2: 12 });
      return line;
    }));
  };
  const rounds = [], turns = [];
  fight.steps.forEach((step, seq) => { if (step.round !== undefined) rounds.push(seq); if (step.turn !== undefined) turns.push(seq); });
  const before = (list) => list.filter((seq) => seq < now).at(-1) ?? -1;
  const after = (list) => list.find((seq) => seq > now) ?? last;
  const GO = {
    start: () => -1, end: () => last, back: () => now - 1, forth: () => now + 1,
    "turn-back": () => before(turns), "turn-forth": () => after(turns), "round-back": () => before(rounds), "round-forth": () => after(rounds),
  };

  // ---- all together ------------------------------------------------------------------------------------------------------
  const render = (force) => {
    drawScene();
    fight.cast.forEach((_, index) => drawToken(index));
    drawOver();
    drawCast();
    drawDetail();
    drawList(force);
    moveNow();
    const scrub = $("scrub"), words = now < 0 ? t("before") : t("at", now, last, state.round);
    scrub.value = now;
    scrub.setAttribute("aria-valuetext", words);
    const turn = state.turn >= 0 ? ` · ${t("turn-of", fight.cast[state.turn].id)}` : "";
    $("where").textContent = `${words}${turn}`;
    $("standing").textContent = sides.map((side) => `${side} ${state.cast.filter((one, index) => fight.cast[index].side === side && one.on && !down(one) && !one.c.includes("surrendered")).length}`).join(" · ");
  };
  const go = (seq, { follow = true, link = true } = {}) => {
    counts.applied = counts.touched = 0;
    fold(Math.max(-1, Math.min(last, seq)));
    if (follow) scrollList();
    render();
    if (link && !playing) history_(now);
  };
  let pending = 0;
  const history_ = (seq) => { clearTimeout(pending); pending = setTimeout(() => { try { window.history.replaceState(null, "", seq < 0 ? "#" : `#seq=${seq}`); } catch { /* a page without an address of its own */ } }, 200); };
  const jump = () => { const found = /seq=(-?\d+)/.exec(location.hash); if (found) go(Number(found[1]), { link: false }); };
  const stop = () => { clearTimeout(playing); playing = 0; $("play").setAttribute("aria-label", t("play")); $("play").setAttribute("aria-pressed", "false"); history_(now); };
  const play = () => {
    if (playing) return stop();
    if (now >= last) go(-1);
    $("play").setAttribute("aria-label", t("pause")); $("play").setAttribute("aria-pressed", "true");
    const tick = () => { if (now >= last) return stop(); go(now + 1); playing = setTimeout(tick, 1000 / Number($("speed").value)); };
    playing = setTimeout(tick, 0);
    return undefined;
  };

  // ---- is it what it says? -------------------------------------------------------------------------------------------------
  const MASK = (1n << 64n) - 1n, GOLDEN = 0x9E3779B97F4A7C15n, JUMP = (GOLDEN * 0x2545F4914F6CDD1Dn) & MASK;
  const mix = (z) => { z = ((z ^ (z >> 30n)) * 0xBF58476D1CE4E5B9n) & MASK; z = ((z ^ (z >> 27n)) * 0x94D049BB133111EBn) & MASK; return z ^ (z >> 31n); };
  const die = (seed, index, faces) => {
    const n = BigInt(faces), least = (1n << 64n) % n;
    let here = (seed + BigInt(index + 1) * GOLDEN) & MASK, z = mix(here);
    while (((z * n) & MASK) < least) { here = (here + JUMP) & MASK; z = mix(here); }
    return Number(1n + ((z * n) >> 64n));
  };
  const prove = async () => {
    const list = $("checks");
    const say = (id, kind, words) => { let item = $(id); if (!item) { item = make("li", { id }); list.append(item); } item.className = kind; item.textContent = words; };
    $("digest").textContent = fight.digest;
    say("check-chain", "", t("checking"));
    if (!globalThis.crypto?.subtle) say("check-chain", "open", t("chain-cannot"));
    else {
      const encoder = new TextEncoder();
      let previous = "", bad = -1;
      for (let index = 0; index < lines.length; index++) {
        const cut = lines[index].lastIndexOf(',"chain":"');
        const bytes = encoder.encode(previous + lines[index].slice(0, cut));
        const digest = [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
        if (cut < 0 || lines[index].slice(cut) !== `,"chain":"${digest}"}`) { bad = index; break; }
        previous = digest;
      }
      if (bad >= 0) say("check-chain", "bad", t("chain-bad", bad + 1));
      else say("check-chain", previous === fight.digest ? "good" : "bad", previous === fight.digest ? t("chain-good", lines.length) : t("chain-other"));
    }
    let checked = 0, open = 0, falsely = -1;
    fight.steps.forEach((step, seq) => { for (const [index, faces, value] of step.d ?? []) {
      const source = fight.dice.filter(([start]) => start <= index).at(-1);
      if (!source || source[1] !== "seed" || !source[2]) open += 1;
      else if (die(BigInt(source[2]), index, faces) === value) checked += 1;
      else if (falsely < 0) falsely = seq;
    } });
    if (falsely >= 0) say("check-dice", "bad", t("dice-bad", falsely));
    else say("check-dice", checked ? "good" : "open", t("dice-good", checked));
    if (open) say("check-open", "open", t("dice-open", open));
    if (fight.audited) say("check-audit", fight.findings.length ? "bad" : "good", fight.findings.length ? t("audit-bad", fight.findings.length) : t("audit-good"));
    if (!fight.finished) say("check-end", "open", t("unfinished"));
    document.body.dataset.proved = "yes";
  };

  // ---- words of the page -----------------------------------------------------------------------------------------------
  const KEYS = [["Space", "key-play"], ["← →", "key-event"], ["↑ ↓", "key-turn"], ["PageUp PageDown", "key-round"], ["Home End", "key-ends"], ["o", "key-overlays"], ["l", "key-language"], ["d", "key-theme"], ["/", "key-search"], ["?", "key-help"]];
  const translate = () => {
    document.documentElement.lang = fight.languages[language];
    document.title = `${fight.title} – maraud`;
    for (const node of document.querySelectorAll("[data-t]")) node.textContent = t(node.dataset.t);
    for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", t(node.dataset.label));
    for (const node of document.querySelectorAll("button[data-label]")) node.title = t(node.dataset.label);
    const other = fight.languages[(language + 1) % fight.languages.length];
    $("language").textContent = labels[other]["language"];
    $("language").lang = other;
    $("language").hidden = fight.languages.length < 2;
    $("keys").replaceChildren(...KEYS.map(([key, words]) => make("tr", {}, make("td", {}, ...key.split(" ").flatMap((one) => [make("kbd", {}, one), " "])), make("td", {}, t(words)))));
    $("overlays").replaceChildren(make("legend", {}, t("overlays")), ...OVERLAYS.map((name) => {
      const box = make("input", { type: "checkbox", "data-over": name });
      box.checked = shown.has(name);
      box.addEventListener("change", () => { if (box.checked) shown.add(name); else shown.delete(name); render(); });
      return make("label", {}, box, " ", t(`over-${name}`));
    }));
    const of = $("chart-of"), kept_ = of.value || "sides";
    of.replaceChildren(make("option", { value: "sides" }, t("all-sides")), ...sides.map((side) => make("option", { value: side }, side)));
    of.value = kept_;
    board.setAttribute("aria-label", t("board"));
    buildCast(); buildTally(); drawChart();
    rows.forEach((row) => { row.key = ""; });
    render(true);
    void prove();
  };
  const find = () => {
    const words = $("search").value.trim().toLocaleLowerCase();
    if (!words) return;
    for (let step = 1; step <= last + 1; step++) {
      const seq = (Math.max(now, 0) + step) % (last + 1);
      if ((fight.steps[seq].w[language] ?? fight.steps[seq].w[0]).toLocaleLowerCase().includes(words)) return go(seq);
    }
  };
  const nextTheme = () => { const root = document.documentElement, order = ["auto", "light", "dark"]; root.dataset.theme = order[(order.indexOf(root.dataset.theme) + 1) % 3]; };

  // ---- what one can do -----------------------------------------------------------------------------------------------------
  $("title").textContent = fight.title;
  $("board-frame").append(board);
  const scrub = $("scrub");
  scrub.max = last;
  let asked = null;
  scrub.addEventListener("input", () => {
    document.body.classList.add("scrubbing");
    if (asked === null) requestAnimationFrame(() => { const to = asked; asked = null; go(to); });
    asked = Number(scrub.value);
  });
  scrub.addEventListener("change", () => document.body.classList.remove("scrubbing"));
  for (const button of document.querySelectorAll("[data-go]")) button.addEventListener("click", () => { if (playing) stop(); go(GO[button.dataset.go]()); });
  $("play").addEventListener("click", play);
  $("language").addEventListener("click", () => { language = (language + 1) % fight.languages.length; translate(); });
  $("theme").addEventListener("click", nextTheme);
  $("help-open").addEventListener("click", () => $("help").showModal());
  $("chart-of").addEventListener("change", drawChart);
  $("search").addEventListener("keydown", (event) => { if (event.key === "Enter") find(); });
  $("search-next").addEventListener("click", find);
  events.addEventListener("scroll", () => drawList(false), { passive: true });
  all.addEventListener("click", (event) => { const row = event.target.closest("[data-seq]"); if (row) { if (playing) stop(); go(Number(row.dataset.seq), { follow: false }); } });
  board.addEventListener("click", (event) => {
    const token = event.target.closest("[data-index]");
    if (token) return choose(Number(token.dataset.index));
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
    const x = Math.floor(point.x), y = Math.floor(point.y);
    if (x < 0 || y < 0 || x >= fight.width || y >= fight.height) return undefined;
    const symbol = fight.scenes[state.scene].rows[y][x];
    $("square").textContent = `${square(y * stride + x)}: ${t(`land-${KINDS[symbol] ?? "floor"}`)}`;
    return undefined;
  });
  window.addEventListener("hashchange", jump);
  window.addEventListener("resize", () => drawList(true));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
    const typing = event.target.closest("input[type=search], select, textarea");
    if (typing) return;
    const onButton = event.target.closest("button, a, input[type=checkbox]");
    const does = {
      " ": () => (onButton ? null : play()), ArrowLeft: () => go(now - 1), ArrowRight: () => go(now + 1), ArrowUp: () => go(before(turns)), ArrowDown: () => go(after(turns)),
      PageUp: () => go(before(rounds)), PageDown: () => go(after(rounds)), Home: () => go(-1), End: () => go(last),
      o: () => { const on = shown.size > 0; shown.clear(); if (!on) OVERLAYS.forEach((name) => shown.add(name)); for (const box of document.querySelectorAll("[data-over]")) box.checked = shown.has(box.dataset.over); render(); },
      l: () => $("language").hidden || $("language").click(), d: nextTheme, "/": () => $("search").focus(), "?": () => $("help").showModal(),
    }[event.key];
    if (!does || (onButton && event.key === " ")) return;
    event.preventDefault();
    if (playing && event.key !== " " && !"old".includes(event.key)) stop();
    does();
  });
  language = Math.max(0, fight.languages.indexOf((new URLSearchParams(location.search).get("lang") ?? navigator.language ?? "en").slice(0, 2)));
  learn();
  fold(last);                                         // keeps a state every so many events, so that no leap is long
  buildMarks();
  translate();
  if (!/seq=/.test(location.hash)) go(-1, { link: false }); else jump();
  globalThis.maraud = { go, counts, at: () => now, state: () => state, last };   // for those who would drive the page
})();
