/** The page of a payment link: on our site, and valid longer than any provider's session. */
export const paymentUrl = (publicUrl: string, token: string): string => `${publicUrl}/pay?link=${token}`;
