import { day } from '#contract/durations.ts';
import { formatDay } from '#contract/delivery-date.ts';
import { dueOn } from '#ui/order-form/quote.ts';
import { agree, createAccount, fillBrief, fillCheckout, newEmail, orderButton } from './buy-slogans.ts';
import { story } from './story.ts';

story(
  'shows the delivery day by the server’s clock when the device’s clock is a week behind',
  async ({ page, context, shop }) => {
    await context.addInitScript((behind) => {
      const real = Date;
      window.Date = new Proxy(real, {
        construct: (target, given: unknown[]) =>
          Reflect.construct(target, given.length === 0 ? [real.now() - behind] : given) as Date,
        get: (target, key) =>
          key === 'now' ? () => real.now() - behind : (Reflect.get(target, key) as unknown),
      });
    }, 7 * day);
    const right = () => `by ${formatDay(dueOn(new Date(), 3))}`;
    await page.goto(`${shop.url}/services/slogans/order-service`);
    await fillBrief(page);
    const total = page.getByRole('complementary');
    await total.getByText(right()).first().waitFor();
    await total.getByRole('button', { name: 'Add to cart' }).click();
    await page.goto('/cart');
    await fillCheckout(page);
    await page.getByRole('button', { name: orderButton }).click();
    await page.getByRole('link', { name: 'Create an account' }).last().click();
    await createAccount(page, newEmail());
    await page.waitForURL('**/cart**');
    await page.getByText(right()).first().waitFor();
    await agree(page);
    await page.getByRole('button', { name: orderButton }).click();
    await page.waitForURL('**/pay?**');
  },
);
