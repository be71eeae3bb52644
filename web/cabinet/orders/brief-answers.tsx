import type { Order } from '#contract/storefront/orders.ts';

/** A product's labels for the keys and values that an order stores. */
export type ProductWords = {
  orderType: number;
  title: string;
  isBundle: boolean;
  /** What a bundle contains: ["10 social media posts", "3 blurbs"]. */
  items: string[];
  fields: { key: string; label: string; isLines: boolean; choices: { value: string; label: string }[] }[];
};

type Line = Order['lines'][number];

/** The brief as questions and answers. */
export function BriefAnswers({ line, words }: { line: Line; words: ProductWords | undefined }) {
  const { brief } = line.details;
  const fields: ProductWords['fields'] =
    words?.fields ?? Object.keys(brief).map((key) => ({ key, label: key, isLines: false, choices: [] }));
  return (
    <dl className="@container flex flex-col gap-4">
      {fields
        .filter(({ key }) => (brief[key] ?? '').length > 0)
        .map(({ key, label, isLines, choices }) => {
          const answer = brief[key] ?? '';
          const say = (value: string) => choices.find((choice) => choice.value === value)?.label ?? value;
          return (
            <div key={key} className="grid gap-x-8 @md:grid-cols-[11rem_1fr]">
              <dt className="text-small font-semibold text-subtle @md:pt-0.5">{label}</dt>
              <dd dir="auto" className="min-w-0 break-words whitespace-pre-wrap">
                {Array.isArray(answer) ? answer.map(say).join(isLines ? '\n' : ', ') : say(answer)}
              </dd>
            </div>
          );
        })}
    </dl>
  );
}
