import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import type {Post} from '@mattermost/types/posts';
import {useState} from 'react';
import {useChannels} from '../../data/channels/channels.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {errorMessage, server} from '../../lib/server.ts';
import {tellDone} from '../../lib/toasts.ts';
import {Chooser} from '../ui/chooser.tsx';
import {FormDialog} from '../ui/form-dialog.tsx';
import {PickerField} from '../ui/picker-field.tsx';

/** The most channels shown. Typing narrows them down. */
const MOST = 50;

/** Moves the thread of a message to another channel of the team. */
export default function MoveThreadDialog({post, onClose}: {post: Post; onClose: () => void}) {
  const [target, setTarget] = useState<ServerChannel>();
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function move() {
    if (!target) return setMissing(true);
    setBusy(true);
    setFailure(undefined);
    try {
      await server.moveThread(post.id, target.id);
      const name = target.display_name;
      tellDone(t`Thread moved to ${name}`);
      onClose();
    } catch (error) {
      setFailure(errorMessage(error));
      setBusy(false);
    }
  }

  return (
    <FormDialog
      title={t`Move thread`}
      submitLabel={t`Move`}
      busy={busy}
      failure={failure}
      onSubmit={(event) => {
        event.preventDefault();
        void move();
      }}
      onClose={onClose}
    >
      <p>
        <Trans>
          The thread moves to the other channel with its files and reactions. Members of both channels see a
          notice, and links to its messages stop working.
        </Trans>
      </p>
      <PickerField
        label={t`Channel`}
        required
        autoFocus
        chosen={target?.display_name ?? null}
        error={missing && !target ? t`Select a channel.` : undefined}
      >
        {(close) => (
          <Targets
            from={post.channel_id}
            onChoose={(channel) => {
              setTarget(channel);
              close();
            }}
          />
        )}
      </PickerField>
    </FormDialog>
  );
}

function Targets({from, onChoose}: {from: string; onChoose: (channel: ServerChannel) => void}) {
  const team = useCurrentTeam();
  const [query, setQuery] = useState('');
  const term = query.trim().toLowerCase();
  const channels = Object.values(useChannels())
    .filter(({id, team_id, delete_at}) => team_id === team.id && delete_at === 0 && id !== from)
    .filter(({display_name, name}) => `${display_name} ${name}`.toLowerCase().includes(term))
    .sort((one, other) => one.display_name.localeCompare(other.display_name));
  return (
    <Chooser
      label={t`Channel`}
      placeholder={t`Search`}
      items={channels.slice(0, MOST)}
      keyOf={({id}) => id}
      query={query}
      onQuery={setQuery}
      none={t`No matches.`}
      onChoose={onChoose}
      render={({display_name}) => display_name}
    />
  );
}
