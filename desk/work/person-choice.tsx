import { Button } from '#ui/button.tsx';

/** People as buttons, each with a fact about them, and one for nobody. `onChoose`: gets a person's ID, or null for nobody. */
export const PersonChoice = ({
  people,
  canUnassign,
  onChoose,
}: {
  people: readonly { id: string; name: string; fact?: string }[];
  canUnassign: boolean;
  onChoose: (staffId: string | null) => void;
}) => (
  <ul className="flex flex-col gap-2">
    {people.map(({ id, name, fact }) => (
      <li key={id}>
        <Button look="quiet" className="w-full justify-start" onClick={() => onChoose(id)}>
          {name}
          {fact !== undefined && <span className="font-normal text-muted">{fact}</span>}
        </Button>
      </li>
    ))}
    {canUnassign && (
      <li>
        <Button look="quiet" className="w-full justify-start" onClick={() => onChoose(null)}>
          Unassign
        </Button>
      </li>
    )}
  </ul>
);
