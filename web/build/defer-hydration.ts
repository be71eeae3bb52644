const moduleScript = /<script type="module" async="">([\s\S]*?)<\/script>/;
const preloadLink = /<link rel="modulepreload" href="([^"]+)"\/?>/g;

type Start = { imports: { name: string | undefined; file: string }[]; modules: string; entry: string };

/** Reads what React Router's own start script loads. */
function readStart(script: string): Start {
  const imports = [...script.matchAll(/import\s+(?:\*\s+as\s+(\w+)\s+from\s+)?"([^"]+)";/g)].map(
    ([, name, file = '']) => ({
      name,
      file,
    }),
  );
  const modules = /window\.__reactRouterRouteModules = (\{[^}]*\});/.exec(script)?.[1];
  const entry = /import\("([^"]+)"\)/.exec(script)?.[1];
  if (modules === undefined || entry === undefined || imports.length === 0)
    throw new Error('React Router’s start script has another form than the one we know how to defer');
  return { imports, modules, entry };
}

const moments = {
  // Starts the scripts after the first paint, when the browser is idle.
  idle: `const whenIdle = () => setTimeout(() => (window.requestIdleCallback ?? setTimeout)(begin), 100);
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle, { once: true });`,
  // Starts the scripts after the first frame, or after loading in a background tab, which draws no frame.
  painted: `requestAnimationFrame(() => setTimeout(begin));
  addEventListener('load', begin, { once: true });`,
};

/**
 * Delays a page's scripts to a later moment or the visitor's first input, whichever is first: until then
 * nothing competes with the first paint. Links work without scripts; the head stores the first press of a button.
 */
export function deferHydration(html: string, moment: keyof typeof moments): string {
  const script = moduleScript.exec(html);
  if (!script?.[1]) throw new Error('The page has no start script to defer');
  const { imports, modules, entry } = readStart(script[1]);
  const preloads = [...html.matchAll(preloadLink)].map(([, href]) => href);
  const names = imports.map(({ name }) => name ?? '').join(', ');
  const start = `(() => {
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    for (const href of ${JSON.stringify(preloads)}) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = href;
      document.head.append(link);
    }
    Promise.all([${imports.map(({ file }) => `import(${JSON.stringify(file)})`).join(', ')}])
      .then(([${names}]) => {
        window.__reactRouterRouteModules = ${modules};
        return import(${JSON.stringify(entry)});
      })
      .catch((error) => console.error('Error while mounting app:', error));
  };
  for (const type of ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin'])
    addEventListener(type, begin, { once: true, capture: true, passive: true });
  ${moments[moment]}
})();`;
  return html.replace(preloadLink, '').replace(moduleScript, () => `<script>${start}</script>`);
}
