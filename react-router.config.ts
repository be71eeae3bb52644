import type { Config } from '@react-router/dev/config';
import { postprocessPages } from '#web/build/postprocess-pages.ts';
import { pages } from './web/sitemap.ts';

const config: Config = {
  appDirectory: 'web',
  ssr: false,
  // Every page is prerendered to a file; every other address gets the not-found page with status 404.
  prerender: { paths: [...pages.map((page) => page.path), '/404'], concurrency: 2 },
  routeDiscovery: { mode: 'initial' },
  splitRouteModules: false,
  buildEnd: ({ reactRouterConfig }) => postprocessPages(reactRouterConfig.buildDirectory),
};

export default config;
