import { Link } from 'react-router';
import { shop } from '#contract/shop.ts';
import { Logo } from './site-header.tsx';
import { chooseTheme, type Theme, themes, useTheme } from '#ui/theme.ts';

const themeNames: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };

type Place = { title: string; to: string };
export type FooterData = { seller: string; services: readonly Place[]; bundles: readonly Place[] };

const company = [
  { title: 'About us', to: '/about-us' },
  { title: 'Contact', to: '/contact' },
  { title: 'Cart', to: '/cart' },
  { title: 'Your orders', to: '/cabinet/history' },
  { title: 'Account details', to: '/cabinet/account-details' },
];
const legal = [
  { title: 'Privacy policy', to: '/privacy-agreement' },
  { title: 'Terms of service', to: '/terms-of-service' },
];

/** Links to every public page. */
export function SiteFooter({ seller, services = [], bundles = [] }: Partial<FooterData>) {
  return (
    <footer className="mt-24 border-t border-hairline bg-surface">
      <div className="page grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-x-8 gap-y-10 py-12 lg:grid-cols-[1.4fr_1fr_1fr_1fr]">
        <div className="max-w-xs max-lg:col-span-full">
          <Logo />
          <p className="mt-2 text-muted">{shop.tagline}</p>
          <p className="mt-4 mb-6">
            <a className="link" href={`mailto:${shop.supportEmail}`}>
              {shop.supportEmail}
            </a>
          </p>
          <ThemeChoice />
        </div>
        <FooterList title="Services" places={services} />
        <FooterList title="Bundles" places={bundles} />
        <FooterList title={shop.name} places={company} />
      </div>
      <div className="page">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-t border-hairline py-6 text-small text-subtle">
          <p>{seller}</p>
          <nav aria-label="Legal" className="flex flex-wrap gap-x-6">
            {legal.map((place) => (
              <FooterLink key={place.to} {...place} />
            ))}
            <button type="button" className={look} data-consent-choice="ask">
              Privacy settings
            </button>
          </nav>
        </div>
      </div>
    </footer>
  );
}

function FooterList({ title, places }: { title: string; places: readonly Place[] }) {
  return (
    <nav aria-label={title}>
      <p className="mb-1 text-small font-semibold">{title}</p>
      {places.map((place) => (
        <FooterLink key={place.to} {...place} />
      ))}
    </nav>
  );
}

const look =
  'flex min-h-11 items-center rounded-control py-1 text-base leading-snug text-muted decoration-red-line decoration-2 underline-offset-4 hover:text-ink hover:underline md:min-h-9';

function FooterLink({ to, title }: Place) {
  return (
    <Link to={to} className={look}>
      {title}
    </Link>
  );
}

function ThemeChoice() {
  const theme = useTheme();
  return (
    <fieldset>
      <legend className="mb-2 text-small font-semibold text-muted">Appearance</legend>
      <div className="flex w-fit flex-wrap rounded-control border-[1.5px] border-control p-0.5">
        {themes.map((name) => (
          <label
            key={name}
            className="relative flex min-h-10 items-center rounded-tag px-3.5 text-small font-medium text-muted hover:text-ink has-checked:bg-action has-checked:text-action-text forced-colors:has-checked:outline-2 forced-colors:has-checked:outline-[SelectedItem]"
          >
            <input
              type="radio"
              name="theme"
              value={name}
              checked={theme === name}
              className="absolute inset-0 m-0 size-full cursor-pointer appearance-none rounded-tag"
              onChange={() => chooseTheme(name)}
            />
            {themeNames[name]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
