import { useEffect, useState } from 'react';
import { bounds } from '#contract/bounds.ts';
import { shop } from '#contract/shop.ts';
import { PasswordField } from '#ui/text-field.tsx';
import { judgePassword } from './judge-password.ts';

type FieldProps = Pick<Parameters<typeof PasswordField>[0], 'id' | 'name' | 'value' | 'onValue' | 'error'>;

/** What the shop would refuse about the password, half a second after its last change. */
function useAdvice(password: string, ownWords: () => string[]): string | undefined {
  const [advice, setAdvice] = useState<{ password: string; text: string | undefined }>();
  useEffect(() => {
    if ([...password].length < bounds.password.min) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void judgePassword({}, password, ownWords()).then(
        (found) => isCurrent && setAdvice({ password, text: found['password']?.[0] }),
        // without an answer, the advice appears when the form is sent
        () => {},
      );
    }, 500);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
    // eslint-disable-next-line react/exhaustive-deps -- because the advice is out of sight while a name or an address is typed
  }, [password]);
  // hides advice about an earlier password as soon as the customer types on
  return advice?.password === password ? advice.text : undefined;
}

/** The fields for a new password and its repetition. `label` is the first field's label. `ownWords`: the customer's name and address. */
export function NewPasswordFields({
  label,
  field,
  ownWords = () => [],
}: {
  label: string;
  field: (key: 'password' | 'repeatedPassword') => FieldProps;
  ownWords?: () => string[];
}) {
  const first = field('password');
  const advice = useAdvice(first.value, ownWords);
  const shown = first.error ? undefined : advice;
  return (
    <>
      <PasswordField
        {...first}
        label={label}
        autoComplete="new-password"
        hint={
          // Hint and advice share one grid cell, so that the field doesn't move while the customer types.
          <span className="grid">
            <span className={`col-start-1 row-start-1 ${shown ? 'invisible' : ''}`}>
              {bounds.password.min} characters or more, without your name, email or “{shop.name}.” Try three
              unrelated words.
            </span>
            {/* stays in the page, so that screen readers say what appears in it */}
            <span role="status" className="col-start-1 row-start-1 text-ink">
              {shown && `${shown}.`}
            </span>
          </span>
        }
      />
      <PasswordField
        {...field('repeatedPassword')}
        label={`Confirm ${label.toLowerCase()}`}
        autoComplete="new-password"
      />
    </>
  );
}
