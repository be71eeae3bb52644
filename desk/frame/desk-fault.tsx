import { ButtonLink } from '#ui/button.tsx';
import { Button } from '#ui/button.tsx';
import { Screen } from './screen.tsx';

/** Shown when a screen could not be loaded or drawn. */
export function DeskFault() {
  return (
    <main className="mx-auto max-w-xl p-6">
      <Screen title="This screen couldn’t be shown">
        <div>
          <p>Nothing was changed. Load it again; if that doesn’t help, tell whoever runs the server.</p>
          <Button className="mt-4" onClick={() => location.reload()}>
            Load again
          </Button>
        </div>
      </Screen>
    </main>
  );
}

export const NoSuchPage = () => (
  <Screen title="There is no such page">
    <p>
      <ButtonLink to="/" look="quiet">
        Go to the desk
      </ButtonLink>
    </p>
  </Screen>
);
