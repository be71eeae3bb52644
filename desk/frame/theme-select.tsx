import { chooseTheme, type Theme, useTheme } from '#ui/theme.ts';

const labels: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };

/** Selects the theme for this browser, not for the person. */
export function ThemeSelect() {
  const theme = useTheme();
  return (
    <label className="flex flex-col gap-1.5">
      <span className="font-semibold">Theme</span>
      <select
        className="control"
        value={theme}
        onChange={(event) => chooseTheme(event.target.value as Theme)}
      >
        {Object.entries(labels).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
