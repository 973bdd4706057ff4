import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {Post} from '@mattermost/types/posts';
import {useState} from 'react';
import {type Destination, destinationChannel, destinationName} from '../../../data/channels/destinations.ts';
import {useMe} from '../../../data/session/session.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import {server} from '../../../lib/server.ts';
import {showSuccess} from '../../../lib/toasts.ts';
import {DestinationChooser} from '../../channels/destination-chooser.tsx';
import {FormDialog, useDialogWork} from '../../ui/form-dialog.tsx';
import {PickerField} from '../../ui/picker-field.tsx';

/** Moves the thread of a message to another channel of the team. */
export default function MoveThreadDialog({post, onClose}: {post: Post; onClose: () => void}) {
  const me = useMe();
  const team = useCurrentTeam();
  const [target, setTarget] = useState<Destination>();
  const [isMissing, setMissing] = useState(false);
  const {run, state} = useDialogWork(onClose);
  const label = t`Channel`;

  async function submit() {
    if (!target) return setMissing(true);
    await run(async () => {
      await server.moveThread(post.id, (await destinationChannel(target)).id);
      const name = destinationName(target, me);
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
        chosen={target ? destinationName(target, me) : null}
        error={isMissing && !target ? t`Select a channel.` : undefined}
      >
        {(close) => (
          <DestinationChooser
            teams={[team]}
            withoutPeople
            without={[post.channel_id]}
            label={label}
            onChoose={(destination) => {
              setTarget(destination);
              close();
            }}
          />
        )}
      </PickerField>
    </FormDialog>
  );
}
