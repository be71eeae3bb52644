import { useState } from 'react';
import { dropFormDraft, keepFormDraft, readFormDraft } from '#ui/form-drafts.ts';

const initial: { texts: Readonly<Record<string, string>> } = { texts: {} };

/** Texts that a person types outside a form, kept in this tab under `name` until they are sent. `name`: has the person's ID. */
export function useKeptTexts(name: string) {
  const [texts, setTexts] = useState(() => readFormDraft(name, initial).texts ?? initial.texts);
  return {
    textOf: (key: string): string => texts[key] ?? '',
    setText(key: string, text: string) {
      const next = { ...texts, [key]: text };
      setTexts(next);
      keepFormDraft(name, initial, { texts: next });
    },
    forget() {
      setTexts(initial.texts);
      dropFormDraft(name);
    },
  };
}
