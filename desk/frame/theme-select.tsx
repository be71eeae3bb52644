import { chooseTheme, type Theme, useTheme } from '#ui/theme.ts';

const labels: Record<Theme, string> = { system: 'System theme', light: 'Light', dark: 'Dark' };

export function ThemeSelect() {
  const theme = useTheme();
  return (
    <label className="block">
      <span className="sr-only">Theme</span>
      <select
        className="control w-auto"
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
