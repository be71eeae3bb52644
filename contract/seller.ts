/**
 * Who sells, as receipts, terms, privacy policy and footer name them. A shop that takes real money doesn't start with a value that
 * is missing or says "Example".
 * Apart from shop.ts, because most pages don't load it.
 */
export const seller = {
  address: '1 Example Street, Portland, OR 97205, United States',
  /** The number for taxes with its name. */
  taxNumber: 'EIN 00-0000000 (Example)',
  /** The number in a public register, with the register's name; empty without one. */
  registration: '',
};

/** The seller's address and numbers, one line each. */
export const sellerLines: readonly string[] = Object.values(seller).filter(Boolean);

/** What receipts say about tax. */
export const taxWords = 'None charged';
