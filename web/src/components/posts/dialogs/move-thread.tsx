import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import type {Post} from '@mattermost/types/posts';
import {useState} from 'react';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import {server} from '../../../lib/server.ts';
import {showSuccess} from '../../../lib/toasts.ts';
import {ChannelTargets} from '../../channels/channel-targets.tsx';
import {FormDialog, useDialogWork} from '../../ui/form-dialog.tsx';
import {PickerField} from '../../ui/picker-field.tsx';

/** Moves the thread of a message to another channel of the team. */
export default function MoveThreadDialog({post, onClose}: {post: Post; onClose: () => void}) {
  const team = useCurrentTeam();
  const [target, setTarget] = useState<ServerChannel>();
  const [isMissing, setMissing] = useState(false);
  const {run, state} = useDialogWork(onClose);
  const label = t`Channel`;

  async function submit() {
    if (!target) return setMissing(true);
    await run(async () => {
      await server.moveThread(post.id, target.id);
      const name = target.display_name;
      showSuccess(t`Thread moved to ${name}`);
    });
  }

  return (
    <FormDialog
      title={t`Move thread`}
      submitLabel={t`Move`}
      {...state}
      isChanged={target !== undefined}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p>
        <Trans>
          The thread moves to the other channel with its files and reactions. Members of both channels see a
          notice, and links to its messages stop working.
        </Trans>
      </p>
      <PickerField
        label={label}
        required
        autoFocus
        chosen={target?.display_name ?? null}
        error={isMissing && !target ? t`Select a channel.` : undefined}
      >
        {(close) => (
          <ChannelTargets
            teams={[team]}
            withoutDirect
            without={[post.channel_id]}
            label={label}
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
