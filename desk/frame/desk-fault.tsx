import type { Me } from '#contract/desk-staff.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Screen } from './screen.tsx';

/** Shown when a screen could not be loaded or drawn. */
export function DeskFault() {
  return (
    <main className="mx-auto max-w-xl p-6">
      <Screen title="Something went wrong on this screen">
        <div>
          <p>
            Reload it, and check whether your last change was saved. If that doesn’t help, tell the person who
            runs the server.
          </p>
          <Button className="mt-4" onClick={() => location.reload()}>
            Reload
          </Button>
        </div>
      </Screen>
    </main>
  );
}

/** Instead of a screen that the person's role doesn't open; its calls would be refused. */
export const NotAllowed = ({ me, title }: { me: Me; title: string }) => (
  <Screen title={title}>
    <p>Your role ({me.roleLabel}) doesn’t include this page. Ask someone who manages people.</p>
  </Screen>
);

export const NoSuchPage = () => (
  <Screen title="We can’t find that page">
    <p>
      <ButtonLink to="/" look="quiet">
        Go to the desk
      </ButtonLink>
    </p>
  </Screen>
);
