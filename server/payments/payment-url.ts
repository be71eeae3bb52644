/** The page behind a payment link: ours, and longer-lived than any provider's session. */
export const paymentUrl = (publicUrl: string, token: string): string => `${publicUrl}/pay?link=${token}`;
