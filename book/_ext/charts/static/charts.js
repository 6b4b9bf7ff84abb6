// Draws each chart when the reader comes near it, in the page's theme and language.
//
// A classic script that loads a classic script: both also work when the page is opened from disk.
(function () {
  const { inLanguage, look } = window.chartLook;
  const root = document.documentElement;
  const bundle = new URL("vega.js", document.currentScript.src).href;
  const charts = [...document.querySelectorAll("figure.chart")].map((figure) => ({
    figure,
    drawing: figure.querySelector(".chart-drawing"),
    controls: figure.querySelector(".chart-controls"),
    spec: JSON.parse(figure.querySelector("script").textContent),
    result: null,
    turn: 0,
    queue: Promise.resolve(),
  }));

  let loading = null;
  function loadVega() {
    loading ??= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = bundle;
      script.onload = resolve;
      script.onerror = () => reject(new Error("cannot load " + bundle));
      document.head.append(script);
    });
    return loading;
  }

  function embed(chart, spec) {
    chart.result?.finalize();
    chart.drawing.replaceChildren();
    chart.controls.replaceChildren();
    const tooltip = { theme: root.dataset.theme };
    const fixed = { mode: "vega-lite", renderer: "svg", actions: false, defaultStyle: false };
    return vegaEmbed(chart.drawing, spec, { ...fixed, bind: chart.controls, tooltip });
  }

  // A plot wider than the column is drawn narrower, so that its labels keep their size.
  function narrowed(chart, spec) {
    const svg = chart.drawing.querySelector("svg");
    const excess = svg.width.baseVal.value - chart.drawing.clientWidth;
    const width = typeof spec.width === "number" ? spec.width - excess : 0;
    return excess > 0 && width > 100 ? { ...spec, width } : null;
  }

  // What the reader has set stays set when the chart is drawn anew; a text that a menu has set
  // may have another form in the other language.
  function settings(chart, language) {
    if (!chart.result) return [];
    return (chart.spec.params ?? [])
      .filter((param) => param.bind && !param.select)
      .map((param) => [param.name, chart.result.view.signal(param.name)])
      .filter(([, value]) => typeof value !== "string" || chart.language === language);
  }

  async function drawNow(chart) {
    await loadVega();
    const language = root.dataset.language ?? "both";
    const kept = settings(chart, language);
    const spec = inLanguage(chart.spec, language);
    spec.config = look(spec.config, chart.drawing.clientWidth < 480);
    delete spec.description; // the figure's own label says it
    chart.language = language;
    chart.result = await embed(chart, spec);
    const narrow = narrowed(chart, spec);
    if (narrow) chart.result = await embed(chart, narrow);
    for (const [name, value] of kept) chart.result.view.signal(name, value);
    await chart.result.view.runAsync();
    describe(chart, language);
    chart.figure.dataset.drawn = `${root.dataset.theme} ${language}`;
  }

  // For screen readers: the drawing is one picture, and each control has a name.
  function describe(chart, language) {
    chart.drawing.setAttribute("role", "img");
    chart.drawing.removeAttribute("aria-roledescription");
    chart.drawing.querySelector("svg").setAttribute("aria-hidden", "true");
    chart.drawing.setAttribute("aria-label", inLanguage(chart.spec.description ?? "", language));
    for (const button of chart.controls.querySelectorAll("[type=radio]")) {
      button.name += `-${charts.indexOf(chart)}`; // or two charts would share one choice
    }
    for (const radios of chart.controls.querySelectorAll(".vega-bind-radio")) {
      radios.setAttribute("role", "radiogroup");
      radios.setAttribute("aria-label", radios.previousElementSibling?.textContent ?? "");
    }
  }

  // One drawing after the other; of several changes in a row only the last is drawn.
  function draw(chart) {
    const turn = ++chart.turn;
    const before = chart.queue.catch(() => {}); // a drawing that failed stops no later one
    chart.queue = before.then(() => turn === chart.turn && drawNow(chart));
  }

  const redraw = () => charts.filter((chart) => chart.turn).forEach(draw);
  const nearby = new IntersectionObserver(
    (entries) => {
      for (const entry of entries.filter((entry) => entry.isIntersecting)) {
        nearby.unobserve(entry.target);
        draw(charts.find((chart) => chart.figure === entry.target));
      }
    },
    { rootMargin: "600px" },
  );
  charts.forEach((chart) => nearby.observe(chart.figure));

  const themes = new MutationObserver(redraw);
  themes.observe(root, { attributes: true, attributeFilter: ["data-theme"] });
  document.addEventListener("book:language", redraw);

  // Settles when every chart has been drawn, or has failed.
  window.drawCharts = () => {
    charts.filter((chart) => !chart.turn).forEach(draw);
    return Promise.allSettled(charts.map((chart) => chart.queue));
  };
  addEventListener("beforeprint", window.drawCharts);
})();
