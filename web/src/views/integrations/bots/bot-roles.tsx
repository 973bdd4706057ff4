import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {Button} from '../../../components/ui/button.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {ErrorNotice} from '../../../components/ui/notice.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {RadioField} from '../../../components/ui/radio-field.tsx';
import {NotLoaded} from '../../../components/ui/state.tsx';
import {
  type Bot,
  getReach,
  isAdministratorBot,
  type Reach,
  rolesWith,
  setBotRoles,
  useBotRoles,
} from '../../../data/integrations/bots.ts';
import {useIsAdministrator} from '../../../data/session/permissions.ts';
import {errorMessage} from '../../../lib/server.ts';
import {showSuccess} from '../../../lib/toasts.ts';

export function BotRoleField({isAdmin, onChange}: {isAdmin: boolean; onChange: (isAdmin: boolean) => void}) {
  const mayMakeAdmin = useIsAdministrator();
  const options = [
    {value: 'member', label: t`Member`, hint: t`Has the same permissions as other members.`},
    ...(mayMakeAdmin || isAdmin
      ? [
          {
            value: 'admin',
            label: t`System administrator`,
            hint: t`Has full access. Anyone with its token controls the whole server.`,
          },
        ]
      : []),
  ];
  return (
    <RadioField
      label={t`Role`}
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
      label={t`Can post in`}
      options={[
        {value: 'joined', label: t`Channels it has joined`},
        {value: 'public', label: t`All public channels`},
        {value: 'all', label: t`All channels, including private channels and direct messages`},
      ]}
      value={reach}
      onChange={(value) => onChange(value as Reach)}
    />
  );
}

/** A bot's role, and where it can post. */
export function BotRolesPanel({bot}: {bot: Bot}) {
  const {data: roles, error, refetch} = useBotRoles(bot.user_id);
  return (
    <Panel title={t`Permissions`}>
      {roles === undefined ? (
        <NotLoaded error={error} onRetry={() => void refetch()} />
      ) : (
        <RolesForm key={roles} bot={bot} roles={roles} />
      )}
    </Panel>
  );
}

function RolesForm({bot, roles}: {bot: Bot; roles: string}) {
  const before = {isAdmin: isAdministratorBot(roles), reach: getReach(roles)};
  const [isAdmin, setAdmin] = useState(before.isAdmin);
  const [reach, setReach] = useState(before.reach);
  const [isAsking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const {username} = bot;
  const isChanged = isAdmin !== before.isAdmin || reach !== before.reach;

  async function save(): Promise<void> {
    await setBotRoles(bot.user_id, rolesWith(roles, {isAdmin, reach}));
    showSuccess(t`Permissions saved.`);
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
          <Trans>Save permissions</Trans>
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t`Make @${username} a system administrator?`}
          confirmLabel={t`Make administrator`}
          danger
          onClose={() => setAsking(false)}
          onConfirm={save}
        >
          <Trans>Anyone with one of its tokens will have full access to this server.</Trans>
        </ConfirmDialog>
      )}
    </>
  );
}
