/**
 * The names of a list's columns, where its rows have columns. They are for the eye: a screen reader reads each row as one link.
 * `row`: the class of the row's grid. `hasControl`: whether a control stands before each row.
 */
export const ListHeads = ({
  row,
  names,
  hasControl = false,
}: {
  row: string;
  names: readonly string[];
  hasControl?: boolean;
}) => (
  <div aria-hidden className="line-row list-heads">
    {hasControl && <span className="line-check" />}
    <div className={row}>
      {names.map((name) => (
        <span key={name}>{name}</span>
      ))}
    </div>
  </div>
);
