import { useEffect } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { cartLines } from '#web/ordering/cart-store.ts';

/** The guard "empty-cart": the checkout exists only for a cart with lines; its address leads back to the cart. */
export default function EmptyCartLayout() {
  const navigate = useNavigate();
  const { pathname, hash, key } = useLocation();
  // Judged on arrival: a cart that becomes empty by an order being placed is on its way to the payment.
  useEffect(() => {
    if (hash === '#checkout' && cartLines().length === 0) void navigate(pathname, { replace: true });
  }, [key, hash, pathname, navigate]);
  return <Outlet />;
}
