import { chooseTheme, type Theme, useTheme } from '#ui/theme.ts';

const labels: Record<Theme, string> = { system: 'Same as this device', light: 'Light', dark: 'Dark' };

/** The theme of this browser, not of the person. */
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
