import type { Me } from '#contract/desk/staff.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Screen } from './screen.tsx';

/** Shown when a screen could not be loaded or drawn. */
export function DeskFault() {
  return (
    <main className="mx-auto max-w-xl p-6">
      <Screen title="Something went wrong on this screen">
        <div>
          <p>
            Reload the page, then check whether your last change was saved. If this keeps happening, contact
            your server administrator.
          </p>
          <Button className="mt-4" onClick={() => location.reload()}>
            Reload
          </Button>
        </div>
      </Screen>
    </main>
  );
}

/** Shown instead of a screen that the person's role may not use, because the server would reject its calls. */
export const NotAllowed = ({ me, title }: { me: Me; title: string }) => (
  <Screen title={title}>
    <p>
      Your role ({me.roleLabel}) doesn’t give you access to this page. Ask someone who manages the team to
      change your role.
    </p>
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
