import { useState } from 'react';
import {
  previewAnalysisBody,
  type PreviewedAnalysis,
  type PreviewedHashtags,
  previewHashtagsBody,
  previewLength,
  previewWords,
  type Variety,
  varieties,
} from '#contract/instant/previews.ts';
import { countWords } from '#contract/text.ts';
import { callApi } from '#web/api/call-api.ts';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { draftId, keepDraft } from '#web/stored-orders/draft-store.ts';
import { FindingItem } from '#web/reports/finding-item.tsx';
import { MarkedText } from '#web/reports/marked-text.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextArea, TextField } from '#ui/text-field.tsx';

/** `fewestWords`: the minimum number of words of a text to analyze. */
type Order = {
  slug: string;
  orderRoute: string;
  fewestWords: number;
  /** The order form's varieties of English. */
  languages: readonly { value: string; label: string }[];
};

type OrderLinkProps = Omit<Order, 'fewestWords' | 'languages'> & {
  brief: () => Record<string, string | string[]>;
  children: string;
};

/** Passes the typed text to the order form. */
function OrderLink({ slug, orderRoute, brief, children }: OrderLinkProps) {
  return (
    <ButtonLink
      className="mt-5"
      to={orderRoute}
      onClick={() => keepDraft(draftId(slug, null), { brief: brief() })}
    >
      {children}
    </ButtonLink>
  );
}

/** The reader's variety of English by the browser's languages; otherwise American. */
const ownVariety = (): Variety =>
  navigator.languages.flatMap((one) => varieties.find((variety) => variety === one) ?? [])[0] ?? 'en-US';

/** Shows the next result. Removes the earlier one first, so that none stays under a refusal. */
async function showNext<Seen>(
  show: (seen: Seen | undefined) => void,
  ask: () => Promise<Seen>,
): Promise<void> {
  try {
    show(await ask());
  } catch (error) {
    show(undefined);
    throw error;
  }
}

const noText = { text: '' };
const noTopic = { topic: '' };

/** A free look at what the analyzer finds in the first words of a text. */
export function AnalysisPreview({ fewestWords, languages, ...order }: Order) {
  const [language, setLanguage] = useState(ownVariety);
  const [lastSeen, setSeen] = useState<PreviewedAnalysis & { isWhole: boolean }>();
  const { busy, field, form, latest } = useSendForm({
    name: 'preview-text',
    initial: noText,
    schema: previewAnalysisBody,
    fields: ['text'],
    keeps: 'alsoSent',
    send: async ({ text }) => {
      const isWhole = countWords(text) <= previewWords && text.trim().length <= previewLength;
      const body = { text, language };
      await showNext(setSeen, async () => ({
        ...(await callApi('previewAnalysis', { body })),
        isWhole,
      }));
    },
  });
  const textField = field('text');
  // hides the preview of an earlier text while this one is refused
  const seen = textField.error === undefined ? lastSeen : undefined;
  const looked = seen?.isWhole ? 'text' : 'excerpt';
  return (
    <>
      <SendForm form={form} className="items-start gap-4">
        <div className="w-full">
          <TextArea
            {...textField}
            label="Your text"
            hint={`English only. The preview shows issues in the first ${previewWords} words.`}
            rows={8}
          />
        </div>
        <div className="flex w-full flex-wrap items-end gap-4">
          <div className="w-[16rem] max-w-full">
            <SelectField
              id="preview-language"
              label="Language"
              options={languages}
              value={language}
              onValue={(value) => setLanguage(varieties.find((one) => one === value) ?? 'en-US')}
            />
          </div>
          <Button type="submit" look="quiet" busy={busy} busyText="Checking your text">
            Check my text
          </Button>
        </div>
      </SendForm>
      <p role="status" className="figures font-display text-[3rem] leading-none font-[650]">
        {seen && (
          <span className="mt-8 block">
            <span className="border-b-4 border-red-line">{seen.overall}</span>
            <span className="text-lead text-muted">
              /100 ({seen.isWhole ? '' : 'first '}
              {seen.words} {seen.words === 1 ? 'word' : 'words'})
            </span>
          </span>
        )}
      </p>
      {seen && (
        <div role="region" aria-label="Preview">
          <div className="mt-6">
            <MarkedText text={seen.text} findings={seen.findings} idOf={({ id }) => `preview-${id}`} />
          </div>
          <ul className="mt-6 border-t border-hairline">
            {seen.findings.map((finding) => (
              <FindingItem
                key={finding.id}
                findings={[finding]}
                idOf={({ id }) => `preview-${id}`}
                text={seen.text}
              />
            ))}
          </ul>
          <p className="mt-4 text-muted">
            {seen.findings.length === 0
              ? `Our checks found no issues in this ${looked}, though they can’t catch every mistake.`
              : seen.more === 0
                ? `That’s all we found in this ${looked}.`
                : `We found ${seen.more} more issue${seen.more === 1 ? '' : 's'} in this ${looked}.`}{' '}
            The full report {seen.isWhole ? '' : 'covers your whole text'}
            {seen.findings.length === 0
              ? `${seen.isWhole ? '' : ' and '}checks it against your readers, your goal and your search phrase.`
              : `${seen.isWhole ? 'scores each area and' : ', scores each area, and'} tells you what to fix first.`}
            {seen.words < fewestWords && ` A report needs a text of at least ${fewestWords} words.`}
          </p>
          <OrderLink {...order} brief={() => ({ text: latest.current.text, language })}>
            Get the full report
          </OrderLink>
        </div>
      )}
    </>
  );
}

/** A free look at the hashtags for one topic. */
export function HashtagPreview({ slug, orderRoute }: Order) {
  const [lastSeen, setSeen] = useState<PreviewedHashtags>();
  const { busy, field, form, latest } = useSendForm({
    name: 'preview-topic',
    initial: noTopic,
    schema: previewHashtagsBody,
    fields: ['topic'],
    keeps: 'alsoSent',
    send: (body) => showNext(setSeen, () => callApi('previewHashtags', { body })),
  });
  const topicField = field('topic');
  const seen = topicField.error === undefined ? lastSeen : undefined;
  return (
    <>
      <SendForm form={form} className="items-start gap-4">
        <div className="w-full max-w-[36rem]">
          <TextField
            {...topicField}
            label="Your topic"
            hint="Describe what it is, who it’s for and where. For example: bike repair for commuters in Leeds."
            max={300}
          />
        </div>
        <Button type="submit" look="quiet" busy={busy} busyText="Looking for hashtags">
          Show me hashtags
        </Button>
      </SendForm>
      {seen && (
        <div role="region" aria-label="Preview" className="mt-8" aria-live="polite">
          <ul className="max-w-[42rem] border-t border-hairline">
            {seen.tags.map(({ tag, why }) => (
              <li
                key={tag}
                className="grid gap-x-6 border-b border-hairline py-2 sm:grid-cols-[15rem_minmax(0,1fr)]"
              >
                <strong translate="no" className="min-w-0 break-words">
                  {tag}
                </strong>
                <span className="text-muted">{why}</span>
              </li>
            ))}
          </ul>
          {seen.leftOut.map(({ tag, why }) => (
            <p key={tag} className="mt-4 max-w-[42rem] text-muted">
              Left out:{' '}
              <strong translate="no" className="break-words text-ink">
                {tag}
              </strong>{' '}
              {why}
            </p>
          ))}
          <p className="mt-4 max-w-[42rem] text-muted">
            {seen.tags.length === 0 && 'No hashtags found. '}
            {seen.tags.length < 4 && seen.askForMore !== '' && `${seen.askForMore} `}
            The full set has up to 15 hashtags in groups, with a ready-to-paste selection for each platform.
          </p>
          <OrderLink {...{ slug, orderRoute }} brief={() => ({ topics: [latest.current.topic] })}>
            Get the full set
          </OrderLink>
        </div>
      )}
    </>
  );
}
