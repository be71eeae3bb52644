import { localStore } from './browser-storage.ts';
import { sharedState, useShared } from './shared-state.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const key = 'theme';

const chosen = sharedState<Theme>(readTheme());

function readTheme(): Theme {
  const stored = typeof window === 'undefined' ? null : localStore.getItem(key);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function show(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  chosen.set(theme);
}

/** Applies the stored theme, for an app whose page has no script in its head that does this. */
export const showStoredTheme = (): void => show(readTheme());

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStore.removeItem(key);
  else localStore.setItem(key, theme);
  show(theme);
}

if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => {
    if (event.key === key) show(readTheme());
  });

export const useTheme = (): Theme => useShared(chosen, 'system');
