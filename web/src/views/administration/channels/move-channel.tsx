import {t} from '@lingui/core/macro';
import type {Channel} from '@mattermost/types/channels';
import {useState} from 'react';
import {Checkbox} from '../../../components/ui/checkbox.tsx';
import {FormDialog, useDialogWork} from '../../../components/ui/form-dialog.tsx';
import {server} from '../../../lib/server.ts';
import {showSuccess} from '../../../lib/toasts.ts';
import type {Entity} from '../entity-chooser.tsx';
import {TeamField} from '../team-field.tsx';
import {refreshAdministration} from '../use-change.ts';

/** Moves a channel with its messages to another team. */
export default function MoveChannelDialog({channel, onClose}: {channel: Channel; onClose: () => void}) {
  const name = channel.display_name;
  const [team, setTeam] = useState<Entity>();
  const [force, setForce] = useState(false);
  const {run, reject, getError, state} = useDialogWork(onClose, ['team']);
  return (
    <FormDialog
      title={t`Move ${name} to another team`}
      submitLabel={t`Move`}
      size="small"
      isChanged={team !== undefined || force}
      onSubmit={(event) => {
        event.preventDefault();
        if (!team) return reject('team', t`Select a team.`);
        void run(async () => {
          await server.call(`/channels/${channel.id}/move`, {
            method: 'POST',
            body: {team_id: team.id, force},
          });
          await refreshAdministration();
          const teamName = team.name;
          showSuccess(t`${name} was moved to ${teamName}.`);
        });
      }}
      {...state}
    >
      <TeamField
        required
        autoFocus
        chosen={team}
        without={[{id: channel.team_id}]}
        error={getError('team')}
        onChange={setTeam}
      />
      <Checkbox
        label={t`Remove members who aren't in that team`}
        hint={t`Otherwise, the channel is only moved if all of its members are in that team.`}
        checked={force}
        onChange={({target}) => setForce(target.checked)}
      />
    </FormDialog>
  );
}
