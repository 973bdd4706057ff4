import {useState} from 'react';
import {Button} from '../../../components/ui/button.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {ErrorNotice} from '../../../components/ui/notice.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {RadioField} from '../../../components/ui/radio-field.tsx';
import {ErrorState, LoadingState} from '../../../components/ui/state.tsx';
import {
  type Bot,
  isAdministratorBot,
  type Reach,
  reachOf,
  rolesWith,
  setBotRoles,
  useBotRoles,
} from '../../../data/integrations/bots.ts';
import {useIsAdministrator} from '../../../data/session/permissions.ts';
import {errorMessage} from '../../../lib/server.ts';
import {tellDone} from '../../../lib/toasts.ts';

export function BotRoleField({isAdmin, onChange}: {isAdmin: boolean; onChange: (isAdmin: boolean) => void}) {
  const mayMakeAdmin = useIsAdministrator();
  const options = [
    {value: 'member', label: 'Member', hint: 'What every account may do.'},
    ...(mayMakeAdmin || isAdmin
      ? [
          {
            value: 'admin',
            label: 'System administrator',
            hint: 'Everything. Its token opens the whole server.',
          },
        ]
      : []),
  ];
  return (
    <RadioField
      label="Role"
      options={options}
      value={isAdmin ? 'admin' : 'member'}
      onChange={(value) => onChange(value === 'admin')}
    />
  );
}

export function BotReachField({
  reach,
  isAdmin,
  onChange,
}: {
  reach: Reach;
  isAdmin: boolean;
  onChange: (reach: Reach) => void;
}) {
  if (isAdmin) return null;
  return (
    <RadioField
      label="It may post in"
      options={[
        {value: 'joined', label: 'the channels it is in'},
        {value: 'public', label: 'every public channel'},
        {value: 'all', label: 'every channel, private and direct ones too'},
      ]}
      value={reach}
      onChange={(value) => onChange(value as Reach)}
    />
  );
}

/** What a bot may do. */
export function BotRolesPanel({bot}: {bot: Bot}) {
  const {data: roles, error, refetch} = useBotRoles(bot.user_id);
  return (
    <Panel title="Permissions">
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : roles === undefined ? (
        <LoadingState />
      ) : (
        <RolesForm key={roles} bot={bot} roles={roles} />
      )}
    </Panel>
  );
}

function RolesForm({bot, roles}: {bot: Bot; roles: string}) {
  const before = {isAdmin: isAdministratorBot(roles), reach: reachOf(roles)};
  const [isAdmin, setAdmin] = useState(before.isAdmin);
  const [reach, setReach] = useState(before.reach);
  const [isAsking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isChanged = isAdmin !== before.isAdmin || reach !== before.reach;

  async function save(): Promise<void> {
    await setBotRoles(bot.user_id, rolesWith(roles, {isAdmin, reach}));
    tellDone(`@${bot.username} has its new permissions.`);
  }

  async function saveOrAsk(): Promise<void> {
    if (isAdmin && !before.isAdmin) return setAsking(true);
    setBusy(true);
    setFailure(undefined);
    await save().catch((error: unknown) => setFailure(errorMessage(error)));
    setBusy(false);
  }

  return (
    <>
      <BotRoleField isAdmin={isAdmin} onChange={setAdmin} />
      <BotReachField reach={reach} isAdmin={isAdmin} onChange={setReach} />
      <ErrorNotice text={failure} />
      <div>
        <Button isDisabled={!isChanged} busy={busy} onPress={() => void saveOrAsk()}>
          Save the permissions
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={`Make @${bot.username} a system administrator?`}
          confirmLabel="Make it an administrator"
          danger
          onClose={() => setAsking(false)}
          onConfirm={save}
        >
          Whoever has one of its tokens may then do everything on this server.
        </ConfirmDialog>
      )}
    </>
  );
}
