import { ChevronLeft } from 'lucide';
import { Link, useSearchParams } from 'react-router';
import { Icon } from '#ui/icon.tsx';

/** The way back to the list. */
export function AllOrders() {
  const [search] = useSearchParams();
  const list = new URLSearchParams(search);
  list.delete('order');
  return (
    <Link
      to={{ pathname: '/cabinet/history', search: list.toString() }}
      className="-ml-1 inline-flex min-h-11 items-center gap-1 text-base text-muted hover:text-ink print:hidden"
    >
      <Icon of={ChevronLeft} size={18} />
      All your orders
    </Link>
  );
}
