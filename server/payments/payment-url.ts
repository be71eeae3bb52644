/** The address of a payment link's page on our site, which stays valid when a provider's page has expired. */
export const paymentUrl = (publicUrl: string, token: string): string => `${publicUrl}/pay?link=${token}`;
