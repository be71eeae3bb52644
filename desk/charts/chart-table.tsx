type Cell = string | number;

/**
 * A chart's figures as a table, behind "Show as table"; always printed. `columns`: the first is the row's name. `label`:
 * names the table.
 */
export function ChartTable({
  label,
  columns,
  rows,
}: {
  label: string;
  columns: readonly string[];
  rows: readonly (readonly [name: string, ...values: Cell[]])[];
}) {
  return (
    <details className="chart-table">
      <summary>Show as a table</summary>
      <table className="rows mt-2" aria-label={label}>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={column} scope="col" className={index === 0 ? undefined : 'amount'}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values]) => (
            <tr key={name}>
              <th scope="row" className="day max-sm:basis-full">
                {name}
              </th>
              {values.map((value, index) => (
                <td
                  key={columns[index + 1]}
                  className="figures text-right max-sm:flex max-sm:basis-full max-sm:justify-between"
                >
                  <span className="text-muted sm:hidden">{columns[index + 1]}</span> <span>{value}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
