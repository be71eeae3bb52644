import { type ReactNode, useId } from 'react';
import { roomFor, type Scale, ticksOf } from './scale.ts';

/** Textures that tell a bar's parts apart, from bottom to top. */
const textures = ['solid', 'gray', 'hatched'] as const;
type Texture = (typeof textures)[number];

/** Labels on the horizontal axis: as many as fit on a phone. */
const mostLabels = 5;

type Axes = Scale & {
  /** One for each bar or point. */
  labels: readonly string[];
  /** Pixels. */
  height: number;
  /** The room (rem) for the labels of the vertical axis; charts in one column share it, so that their days are below each other. */
  room?: number;
};

const space = { above: 8, below: 20 };

/** A value's distance from the top, in pixels. */
const yOf = (value: number, { most, height }: Axes) =>
  space.above + height * (1 - Math.max(0, Math.min(value, most)) / most);
const middleOf = (index: number, { labels }: Axes) => `${((index + 0.5) / labels.length) * 100}%`;

/** Behind the bars and lines. */
const Grid = (axes: Axes) =>
  ticksOf(axes).map((value) => (
    <line key={value} x1="0" x2="100%" y1={yOf(value, axes)} y2={yOf(value, axes)} className="chart-grid" />
  ));

/** Leaves room for the words of the vertical axis, which are left of the drawing. */
function Drawing({ axes, children }: { axes: Axes; children: ReactNode }) {
  const { height } = axes;
  const room = `${axes.room ?? roomFor([axes])}rem`;
  return (
    <svg
      aria-hidden="true"
      height={space.above + height + space.below}
      className="chart"
      style={{ marginLeft: room, width: `calc(100% - ${room})` }}
    >
      {children}
    </svg>
  );
}

function AxisWords(axes: Axes) {
  const { labels, format, height } = axes;
  const step = Math.ceil(labels.length / mostLabels);
  return (
    <>
      {ticksOf(axes).map((value) => (
        <text key={value} x="-8" y={yOf(value, axes) + 4} textAnchor="end" className="chart-words">
          {format(value)}
        </text>
      ))}
      {labels.map(
        (label, index) =>
          index % step === 0 && (
            <text
              key={label}
              x={middleOf(index, axes)}
              y={space.above + height + 15}
              textAnchor="middle"
              className="chart-words"
            >
              {label}
            </text>
          ),
      )}
    </>
  );
}

const Hatch = ({ id }: { id: string }) => (
  <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect width="6" height="6" className="fill-bg" />
    <rect width="2.5" height="6" className="fill-ink" />
  </pattern>
);

const fillOf = (texture: Texture, hatch: string) =>
  texture === 'hatched'
    ? { fill: `url(#${hatch})`, className: 'chart-edge' }
    : { className: texture === 'solid' ? 'fill-ink' : 'fill-control' };

/**
 * Bars from left to right; `bars`: each bar's parts from bottom to top. `limit`: a dashed line across. Hidden from screen
 * readers, which read the table with the same figures.
 */
export function Bars({
  bars,
  limit,
  ...axes
}: Axes & { bars: readonly (readonly number[])[]; limit?: number }) {
  const hatch = useId();
  const slot = 100 / bars.length;
  return (
    <Drawing axes={axes}>
      <Hatch id={hatch} />
      <Grid {...axes} />
      {bars.map((parts, index) =>
        parts.map((value, part) => {
          const below = parts.slice(0, part).reduce((sum, one) => sum + one, 0);
          const top = yOf(below + value, axes);
          return (
            value > 0 && (
              <rect
                key={textures[part]}
                x={`${index * slot + slot * 0.15}%`}
                width={`${slot * 0.7}%`}
                y={top}
                height={Math.max(1, yOf(below, axes) - top)}
                {...fillOf(textures[part]!, hatch)}
              />
            )
          );
        }),
      )}
      <AxisWords {...axes} />
      {limit !== undefined && (
        <line x1="0" x2="100%" y1={yOf(limit, axes)} y2={yOf(limit, axes)} className="chart-limit" />
      )}
    </Drawing>
  );
}

/** A line through values; null leaves a gap. Hidden from screen readers, which read the table with the same figures. */
export function Line({ values, ...axes }: Axes & { values: readonly (number | null)[] }) {
  const points = values.flatMap((value, index) =>
    value === null ? [] : [{ index, x: middleOf(index, axes), y: yOf(value, axes) }],
  );
  const hasDots = values.length <= 60;
  return (
    <Drawing axes={axes}>
      <Grid {...axes} />
      {points.map(({ index, x, y }, place) => {
        const next = points[place + 1];
        return (
          <g key={index}>
            {next?.index === index + 1 && (
              <line x1={x} y1={y} x2={next.x} y2={next.y} className="chart-line" />
            )}
            {hasDots && <circle cx={x} cy={y} r="2.5" className="fill-ink" />}
          </g>
        );
      })}
      <AxisWords {...axes} />
    </Drawing>
  );
}

/** What each texture of a bar means. `limit`: the meaning of the dashed line. */
export function Legend({ parts, limit }: { parts: readonly string[]; limit?: string | undefined }) {
  const hatch = useId();
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-5 gap-y-1 text-muted">
      {parts.map((label, index) => (
        <li key={label} className="flex items-center gap-2">
          <svg aria-hidden="true" width="14" height="14">
            <Hatch id={`${hatch}${index}`} />
            <rect x="1" y="1" width="12" height="12" {...fillOf(textures[index]!, `${hatch}${index}`)} />
          </svg>
          {label}
        </li>
      ))}
      {limit !== undefined && (
        <li className="flex items-center gap-2">
          <svg aria-hidden="true" width="20" height="14">
            <line x1="0" x2="20" y1="7" y2="7" className="chart-limit" />
          </svg>
          {limit}
        </li>
      )}
    </ul>
  );
}
