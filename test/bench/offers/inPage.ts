/** Runs in the panel's page: times of what a person sees there. Plain JavaScript, for it is not built. */
export const inPage = String.raw`
window.panelBench = (() => {
  const all = (root, selector) => {
    const found = [...root.querySelectorAll(selector)];
    for (const element of root.querySelectorAll('*'))
      if (element.shadowRoot) found.push(...all(element.shadowRoot, selector));
    return found;
  };
  const find = (selector) => all(document, selector)[0];

  /** Resolves at the end of the next frame, when it is handed over to be painted. */
  const frame = () =>
    new Promise((done) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done(performance.now());
        port2.postMessage(undefined);
      });
    });

  /** Milliseconds from an act to the end of the frame that shows the last change of the table; null: nothing changed. */
  const painted = async (act) => {
    const table = find('offers-table') ?? find('.market') ?? find('main');
    let last;
    const observer = new MutationObserver(() => (last = performance.now()));
    const watch = (root) => {
      observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
      for (const element of root.querySelectorAll('*')) if (element.shadowRoot) watch(element.shadowRoot);
    };
    watch(table.shadowRoot ?? table);
    const from = performance.now();
    act();
    const ends = [];
    while (performance.now() - (last ?? from) < 250) ends.push(await frame());
    observer.disconnect();
    return last === undefined ? null : ends.find((end) => end >= last) - from;
  };

  const send = (message) => window.dispatchEvent(new MessageEvent('message', { data: message }));
  const filter = (query) =>
    find('search-line').dispatchEvent(
      new CustomEvent('query-change', { detail: query, bubbles: true, composed: true }),
    );
  const headers = () => all(document, '[role="columnheader"]');
  const grid = () => find('[role="grid"]');

  /** The length of each frame, in milliseconds, while something is done in each. */
  const frames = async (count, act) => {
    const lengths = [];
    let before = await new Promise(requestAnimationFrame);
    for (let index = 0; index < count; index++) {
      act(index);
      const now = await new Promise(requestAnimationFrame);
      lengths.push(now - before);
      before = now;
    }
    return lengths;
  };

  /** The longest piece of work of the page since the last call, in milliseconds; 0 where none was longer than 50. */
  let longest = 0;
  const note = (entries) => entries.forEach(({ duration }) => (longest = Math.max(longest, duration)));
  const tasks = new PerformanceObserver((list) => note(list.getEntries()));
  tasks.observe({ type: 'longtask', buffered: true });
  const longestTask = () => {
    note(tasks.takeRecords());
    const found = longest;
    longest = 0;
    return found;
  };

  let interactive;
  const watchForControls = async () => {
    // Controls that can be used, and painted.
    while (!find('search-line')?.shadowRoot?.querySelector('vscode-textfield, input, select, vscode-button')) await frame();
    interactive = await frame();
  };
  void watchForControls();

  return {
    find,
    painted,
    send,
    filter,
    frames,
    longestTask,
    grid,
    headers,
    interactive: async () => {
      while (interactive === undefined) {
        if (performance.now() > 60_000) throw new Error('The panel has no controls after a minute.');
        await frame();
      }
      return interactive;
    },
    search: async (text, query) => {
      filter(query);
      send({ kind: 'market', rows: JSON.parse(text) });
      await frame();
    },
    /** How many of so many frames show an empty place where a row should be. */
    scroll: async (count, pixels) => {
      const box = grid();
      let empty = 0;
      const lengths = await frames(count, () => {
        // What was painted last.
        const bottom = box.getBoundingClientRect().bottom;
        const rows = [...box.querySelectorAll('[role="row"]')];
        const lowest = Math.max(...rows.map((row) => row.getBoundingClientRect().bottom));
        if (lowest < bottom - 30) empty++;
        box.scrollTop += pixels;
      });
      return { lengths, empty };
    },
  };
})();
`;
