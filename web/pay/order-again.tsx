import { useNavigate } from 'react-router';
import { callApi } from '#web/api/call-api.ts';
import { addAgain } from '#web/stored-orders/cart-actions.ts';
import { useLoggedIn } from '#web/session/session-tokens.ts';
import { Button } from '#ui/button.tsx';
import { useOneAtATime } from '#ui/use-busy.ts';

/** Puts the order's items into the cart again; a visitor who is not its owner goes through the order's page. */
export function OrderAgain({ number, fallback }: { number: string; fallback: string }) {
  const navigate = useNavigate();
  const loggedIn = useLoggedIn();
  const { busy, begin, end } = useOneAtATime();
  const orderAgain = async () => {
    if (!begin()) return;
    try {
      if (!loggedIn) return await navigate(fallback);
      const { lines } = await callApi('showOrder', { params: { number } });
      addAgain(lines);
      await navigate('/cart');
    } catch {
      await navigate(fallback);
    } finally {
      end();
    }
  };
  return (
    <Button busy={busy} busyText="Filling your cart" onClick={() => void orderAgain()}>
      Order again
    </Button>
  );
}
