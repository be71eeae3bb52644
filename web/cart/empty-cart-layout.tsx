import { useEffect } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { cartLines } from '#web/stored-orders/cart-store.ts';

/** The guard "empty-cart": checkout exists only for a cart with lines; otherwise redirects to the cart. */
export default function EmptyCartLayout() {
  const navigate = useNavigate();
  const { pathname, hash, key } = useLocation();
  // Decides only on arrival: placing an order empties the cart on the way to the payment.
  useEffect(() => {
    if (hash === '#checkout' && cartLines().length === 0) void navigate(pathname, { replace: true });
  }, [key, hash, pathname, navigate]);
  return <Outlet />;
}
