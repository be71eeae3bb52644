/**
 * The seller, as shown in receipts, terms, privacy policy and footer. A shop in live mode doesn't start while a value is
 * missing or contains "Example". Separate from shop.ts, because most pages don't need it.
 */
export const seller = {
  address: '1 Example Street, Portland, OR 97205, United States',
  /** The tax number, with its kind. */
  taxNumber: 'EIN 00-0000000 (Example)',
  /** The registration number, with the name of the register; empty without one. */
  registration: '',
};

/** The seller's address and numbers, one line each. */
export const sellerLines: readonly string[] = Object.values(seller).filter(Boolean);

/** What receipts say about tax. */
export const taxWords = 'None charged';
