import {plural, t} from '@lingui/core/macro';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {Checkbox} from '../../../components/ui/checkbox.tsx';
import {Dialog, DialogBody} from '../../../components/ui/dialog.tsx';
import {TextField} from '../../../components/ui/field.tsx';
import {FormDialog, useDialogWork} from '../../../components/ui/form-dialog.tsx';
import {NotLoaded} from '../../../components/ui/state.tsx';
import {useIsChanged} from '../../../components/ui/use-is-changed.ts';
import {type Assigned, type Policy, readAssigned, savePolicy} from '../../../data/retention/retention.ts';
import {EntitiesField} from '../entities-field.tsx';
import type {Entity} from '../entity-chooser.tsx';
import {ConfirmDeletion, Preview} from './preview.tsx';

interface PolicyDialogProps {
  /** The policy to edit; undefined to create one. */
  policy: Policy | undefined;
  onClose: () => void;
}

/** Creates or edits a policy for teams and channels. */
export function PolicyDialog({policy, onClose}: PolicyDialogProps) {
  const {data, error, refetch} = useQuery({
    queryKey: ['retention', 'assigned', policy?.id],
    queryFn: async () => ({
      teams: policy ? (await readAssigned(policy.id, 'teams')).map(toEntity) : [],
      channels: policy ? (await readAssigned(policy.id, 'channels')).map(toEntity) : [],
    }),
    staleTime: 0,
    gcTime: 0,
  });
  if (data) return <PolicyForm policy={policy} {...data} onClose={onClose} />;
  return (
    <Dialog title={policy ? t`Edit policy` : t`Create policy`} onClose={onClose}>
      <DialogBody>
        <NotLoaded error={error} onRetry={() => void refetch()} />
      </DialogBody>
    </Dialog>
  );
}

function toEntity({id, display_name, team_display_name = ''}: Assigned): Entity {
  return {id, name: display_name, detail: team_display_name};
}

interface PolicyFormProps extends PolicyDialogProps {
  teams: readonly Entity[];
  channels: readonly Entity[];
}

const DEFAULT_DAYS = 365;
/** The fields that show errors of the server. */
const FIELDS = ['display_name', 'post_duration', 'team_ids', 'channel_ids'];

function PolicyForm({policy, onClose, ...assigned}: PolicyFormProps) {
  const [name, setName] = useState(policy?.display_name ?? '');
  const [isForever, setForever] = useState(policy?.post_duration === null);
  const [days, setDays] = useState(String(policy?.post_duration ?? DEFAULT_DAYS));
  const [teams, setTeams] = useState(assigned.teams);
  const [channels, setChannels] = useState(assigned.channels);
  const {run, reject, getError, state} = useDialogWork(onClose, FIELDS);
  const teamIds = teams.map(({id}) => id);
  const channelIds = channels.map(({id}) => id);
  const [isConfirming, setConfirming] = useState(false);
  const isValidAge = isForever || /^[1-9][0-9]{0,4}$/.test(days);
  const isEmpty = teams.length === 0 && channels.length === 0;
  const deletion =
    isForever || isEmpty || !isValidAge
      ? undefined
      : {
          message_hours: String(Number(days) * 24),
          ...(policy && {policy_id: policy.id}),
          team_ids: teamIds.join(' '),
          channel_ids: channelIds.join(' '),
        };
  const isAdded = (chosen: readonly Entity[], before: readonly Entity[]) =>
    chosen.some(({id}) => before.every((one) => one.id !== id));
  const deletesMore =
    deletion &&
    (!policy ||
      Number(days) < (policy.post_duration ?? Number.POSITIVE_INFINITY) ||
      isAdded(teams, assigned.teams) ||
      isAdded(channels, assigned.channels));

  async function submit() {
    if (name.trim() === '') return reject('display_name', t`Enter a name.`);
    if (!isValidAge) {
      return reject('post_duration', t`Enter a number of days from 1 to 36,500.`);
    }
    if (deletesMore) return setConfirming(true);
    await save();
  }

  async function save() {
    await run(() =>
      savePolicy(policy?.id, {
        display_name: name.trim(),
        post_duration: isForever ? null : Number(days),
        team_ids: teamIds,
        channel_ids: channelIds,
      }),
    );
  }

  return (
    <FormDialog
      title={policy ? t`Edit policy` : t`Create policy`}
      submitLabel={policy ? t`Save` : t`Create policy`}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      {...state}
      isChanged={useIsChanged(name, isForever, days, teams, channels)}
    >
      <TextField
        label={t`Name`}
        required
        autoFocus
        maxLength={64}
        value={name}
        error={getError('display_name')}
        onChange={({target}) => setName(target.value)}
      />
      <Checkbox
        label={t`Keep messages forever`}
        hint={t`Even if the global policy would delete them.`}
        checked={isForever}
        onChange={({target}) => setForever(target.checked)}
      />
      {!isForever && (
        <TextField
          type="number"
          min={1}
          max={36_500}
          label={t`Delete messages after (days)`}
          value={days}
          error={getError('post_duration')}
          onChange={({target}) => setDays(target.value)}
        />
      )}
      <EntitiesField
        kind="teams"
        label={t`Teams`}
        placeholder={t`Add a team`}
        hint={t`Applies to all channels of the team that have no policy of their own.`}
        error={getError('team_ids')}
        chosen={teams}
        onChange={setTeams}
      />
      <EntitiesField
        kind="channels"
        label={t`Channels`}
        placeholder={t`Add a channel`}
        error={getError('channel_ids')}
        chosen={channels}
        onChange={setChannels}
      />
      <Preview data={deletion} />
      {isConfirming && deletion && (
        <ConfirmDeletion data={deletion} onConfirm={save} onClose={() => setConfirming(false)}>
          {plural(Number(days), {
            one: 'Messages in these teams and channels are deleted permanently, with their files, when they are older than # day.',
            other:
              'Messages in these teams and channels are deleted permanently, with their files, when they are older than # days.',
          })}
        </ConfirmDeletion>
      )}
    </FormDialog>
  );
}
