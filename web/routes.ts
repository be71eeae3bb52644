import { layout, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes';
import { guardLayout } from './session/guard-layouts.ts';
import { type Page, pages } from './sitemap.ts';

// One module serves many addresses, so the address is the route's id.
const toRoute = ({ path, file }: Page): RouteConfigEntry =>
  route(path === '/' ? undefined : path.slice(1), file, { id: path, index: path === '/' });

const byGuard = Map.groupBy(pages, ({ guard }) => guard);

export default [
  ...[...byGuard].flatMap(([guard, guarded]) =>
    guard === undefined
      ? guarded.map(toRoute)
      : layout(guardLayout(guard), { id: guard }, guarded.map(toRoute)),
  ),
  route('*', 'not-found/not-found-page.tsx'),
] satisfies RouteConfig;
