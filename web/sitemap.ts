import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import type { GuardName } from './session/guard-layouts.ts';

const { products } = builtInCatalogue;

export type Page = {
  path: `/${string}`;
  /** The page's module, relative to this folder. */
  file: string;
  guard?: GuardName;
  /** Public pages are listed in sitemap.xml, and their scripts start when the browser is idle. */
  isPublic?: true;
  /** The prerendered file contains the page's form, and its scripts start after the first paint. */
  isForm?: true;
};

/** Every address of the shop; all others get the not-found page. */
export const pages: Page[] = [
  { path: '/', file: 'home/home-page.tsx', isPublic: true },
  ...products.flatMap(({ kind, route, orderRoute, guard }): Page[] => [
    {
      path: route as Page['path'],
      file: kind === 'service' ? 'services/service-page.tsx' : 'bundles/bundle-page.tsx',
      isPublic: true,
    },
    {
      path: orderRoute as Page['path'],
      file: 'order-form/order-page.tsx',
      ...(guard === 'none' ? { isForm: true } : { guard }),
    },
  ]),
  { path: '/about-us', file: 'about/about-us-page.tsx', isPublic: true },
  { path: '/contact', file: 'contact/contact-page.tsx', isPublic: true },
  { path: '/privacy-agreement', file: 'legal/privacy-agreement-page.tsx', isPublic: true },
  { path: '/terms-of-service', file: 'legal/terms-of-service-page.tsx', isPublic: true },
  { path: '/cart', file: 'cart/cart-page.tsx', guard: 'empty-cart' },
  {
    path: '/account/create-account',
    file: 'account/create-account-page.tsx',
    guard: 'redirect',
    isForm: true,
  },
  { path: '/account/login', file: 'account/login-page.tsx', guard: 'redirect', isForm: true },
  { path: '/account/recovery-password', file: 'account/recovery-password-page.tsx', isForm: true },
  { path: '/account/reset', file: 'account/reset-page.tsx', isForm: true },
  { path: '/account/not-logged-in', file: 'account/not-logged-in-page.tsx', isForm: true },
  { path: '/cabinet/account-details', file: 'cabinet/account/account-details-page.tsx', guard: 'logged-in' },
  { path: '/cabinet/balance', file: 'cabinet/balance/balance-page.tsx', guard: 'logged-in' },
  { path: '/cabinet/update-password', file: 'cabinet/account/update-password-page.tsx', guard: 'logged-in' },
  { path: '/cabinet/messages', file: 'cabinet/messages/messages-page.tsx', guard: 'logged-in' },
  { path: '/cabinet/history', file: 'cabinet/orders/history-page.tsx', guard: 'logged-in' },
  { path: '/cabinet/report', file: 'cabinet/orders/report-page.tsx', guard: 'logged-in' },
  { path: '/pay', file: 'pay/pay-page.tsx' },
];
