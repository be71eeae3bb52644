import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOutletContext } from 'react-router';
import type { Me } from '#contract/desk/staff.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { networksForm } from '#contract/desk/staff.ts';
import { Button } from '#ui/button.tsx';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { notify } from '#ui/snackbar.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { withProof } from '#desk/api/prove.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { Screen } from '#desk/frame/screen.tsx';

type Networks = DeskAnswerOf<'showNetworks'>;

const queryKey = ['networks'];

/** The networks from which the desk can be used. */
export function NetworksPage() {
  const networks = useQuery({
    queryKey,
    queryFn: ({ signal }) => callDesk('showNetworks', { signal }),
    staleTime: 0,
    // a refetch would replace the list while someone is typing
    refetchOnWindowFocus: false,
  });
  return (
    <Screen title="Networks">
      <Awaited query={networks}>
        {(found) => <NetworksForm key={found.networks.join(' ')} found={found} />}
      </Awaited>
    </Screen>
  );
}

const linesOf = (typed: string) =>
  typed
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

function NetworksForm({ found }: { found: Networks }) {
  const client = useQueryClient();
  const me = useOutletContext<Me>();
  const { address, network } = found.yours;
  const [initial] = useState(() => ({ networks: found.networks.join('\n') }));
  const sending = useSendForm({
    name: `networks-${me.id}`,
    initial,
    schema: networksForm,
    fields: ['networks'],
    keeps: true,
    async send({ networks }) {
      const body = { networks: linesOf(networks), seen: found.networks };
      const saved = await withProof(() => callDesk('setNetworks', { body }));
      client.setQueryData<Networks>(queryKey, saved);
      notify({ message: 'Saved' });
    },
  });
  const typed = linesOf(sending.latest.current.networks);
  return (
    <div className="flex max-w-xl flex-col gap-6">
      <p>
        {found.networks.length === 0
          ? 'The desk can be used from any network.'
          : 'The desk can be used only from the networks below. All other networks are blocked.'}
      </p>
      <SendForm form={sending.form} className="gap-4">
        <TextArea
          {...sending.field('networks')}
          label="Allowed networks"
          optional
          hint="Enter one network per line, such as 203.0.113.0/24 or 2001:db8::/48. To allow any network, leave this field empty."
          rows={6}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={sending.busy} busyText="Saving">
            Save
          </Button>
          {!typed.includes(network) && (
            <Button look="quiet" onClick={() => sending.set({ networks: [...typed, network].join('\n') })}>
              Add my network
            </Button>
          )}
        </div>
      </SendForm>
      <p className="text-muted wrap-anywhere">
        Your IP address is {address}. Include this address, unless you leave the list empty. If everyone is
        locked out, your server administrator can clear the list with{' '}
        <code>npm run operator -- networks clear</code>.
      </p>
    </div>
  );
}
