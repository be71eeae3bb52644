export const slogansBrief = {
  brandName: 'Golden Crust',
  offer: 'We bake slow bread and deliver it before breakfast.',
  audience: 'Busy parents in Leeds.',
  difference: 'We mill our own flour.',
  tone: ['friendly'],
  use: ['website'],
  language: 'en-US',
};

export const slogansDetails = {
  quantity: 1,
  variant: '10',
  options: {},
  express: false,
  brief: slogansBrief,
};

/** A valid order of one set of slogans, $129.00. */
export const slogansOrder = {
  firstName: 'Ann',
  lastName: 'Lee',
  country: 'US',
  city: 'Austin',
  address: '12 Main Street',
  state: 'TX',
  zipCode: '78701',
  price: 12900,
  agreedToPP_TOS: true,
  javascriptEnabled: true,
  acceptLanguage: 'en-US',
  screenWidth: 1280,
  screenHeight: 800,
  timeZone: 300,
  userAgent: 'test',
  orderTypes: [3],
  orderDetails: [slogansDetails],
  agreeToDeliveryTime: true,
};

const { orderTypes: _types, orderDetails: _details, agreeToDeliveryTime: _agreed, ...payer } = slogansOrder;

/** The payer's billing details, for deposits. */
export const billing = payer;
