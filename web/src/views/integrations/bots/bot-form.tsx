import {t} from '@lingui/core/macro';
import {useState} from 'react';
import {useForm} from 'react-hook-form';
import {
  botUsernameError,
  RESERVED_USERNAMES,
} from '../../../../../server/src/messaging/users/name-rules/name-rules.ts';
import {Button} from '../../../components/ui/button.tsx';
import {TextArea, TextField} from '../../../components/ui/field.tsx';
import {addressName} from '../../../data/channels/addresses.ts';
import {
  $newBotToken,
  type Bot,
  createBotToken,
  type Reach,
  refreshBot,
  rolesWith,
  setBotIcon,
  setBotRoles,
} from '../../../data/integrations/bots.ts';
import {LIMITS, tooLong} from '../../../data/integrations/rules.ts';
import {useHasPermission} from '../../../data/session/permissions.ts';
import {useCurrentTeam, useHasTeamPermission} from '../../../data/teams/teams.ts';
import {errorMessage, server} from '../../../lib/server.ts';
import {showError} from '../../../lib/toasts.ts';
import {formField} from '../form-field.ts';
import {ImageField} from '../image-field.tsx';
import {IntegrationForm} from '../integration-form.tsx';
import {BotReachField, BotRoleField} from './bot-roles.tsx';

interface Values {
  username: string;
  display_name: string;
  description: string;
}

/** Creates a bot, as a member of the current team and with a token, or edits its names and description. */
export function BotForm({
  bot,
  onClose,
  onSaved,
}: {
  bot?: Bot;
  onClose: () => void;
  onSaved?: (bot: Bot) => void;
}) {
  const mayGiveRoles = useHasPermission('manage_roles');
  const team = useCurrentTeam();
  const mayAddToTeam = useHasTeamPermission(team.id, 'add_user_to_team');
  const mayCreateToken = useHasPermission('create_user_access_token');
  const mayReadTokens = useHasPermission('read_user_access_token');
  const username = bot?.username ?? '';
  const [icon, setIcon] = useState<File>();
  const [isAdmin, setAdmin] = useState(false);
  const [reach, setReach] = useState<Reach>('joined');
  const form = useForm<Values>({
    defaultValues: {
      username: bot?.username ?? '',
      display_name: bot?.display_name ?? '',
      description: bot?.description ?? '',
    },
  });

  const typed = form.watch('username').trim();
  const suggested = typed === bot?.username ? undefined : suggestUsername(typed);

  async function save(values: Values): Promise<Bot> {
    const input = {...values, username: values.username.trim(), display_name: values.display_name.trim()};
    const saved = bot ? await server.patchBot(bot.user_id, input) : await server.createBot(input);
    if (!bot) await setUp(saved.user_id);
    await refreshBot(saved.user_id);
    return saved;
  }

  /** Runs after the bot is created. If something fails here, the person can repeat it on the bot's page. */
  async function setUp(id: string): Promise<void> {
    try {
      if (icon) await setBotIcon(id, icon);
      if (isAdmin || reach !== 'joined') await setBotRoles(id, rolesWith('system_user', {isAdmin, reach}));
      if (mayAddToTeam) await server.addToTeam(team.id, id);
      if (mayCreateToken && mayReadTokens) $newBotToken.set(await createBotToken(id, t`Default token`));
    } catch (error) {
      const reason = errorMessage(error);
      showError(t`The bot was created, but some of its settings weren't saved: ${reason}`);
    }
  }

  return (
    <IntegrationForm
      title={bot ? t`Edit @${username}` : t`Create bot`}
      submitLabel={bot ? t`Save` : t`Create bot`}
      form={form}
      fields={['username', 'display_name', 'description']}
      save={save}
      onSaved={onSaved}
      onClose={onClose}
    >
      <TextField
        label={t`Username`}
        required
        autoFocus
        autoCapitalize="off"
        spellCheck={false}
        placeholder="builder"
        hint={
          suggested ? (
            <Button
              size="small"
              onPress={() => {
                if (form.getValues('display_name') === '') form.setValue('display_name', typed);
                form.setValue('username', suggested, {shouldDirty: true, shouldValidate: true});
              }}
            >
              {t`Use ${suggested}`}
            </Button>
          ) : (
            t`3 to 22 characters: a–z, 0–9, . - and _, starting with a letter.`
          )
        }
        // A converted or imported account can have a name that is not allowed for a new bot.
        {...formField(form, 'username', (name) => name === bot?.username || usernameRule(name.trim()))}
      />
      <TextField
        label={t`Display name`}
        placeholder={t`Builder`}
        {...formField(form, 'display_name', tooLong(LIMITS.displayName))}
      />
      <TextArea
        label={t`Description`}
        rows={2}
        placeholder={t`Reports build results`}
        hint={t`Tell people what the bot does.`}
        {...formField(form, 'description', tooLong(LIMITS.botDescription))}
      />
      {!bot && <ImageField label={t`Icon`} hint={t`A square image works best.`} onChoose={setIcon} />}
      {!bot && mayGiveRoles && (
        <>
          <BotRoleField isAdmin={isAdmin} onChange={setAdmin} />
          <BotReachField reach={reach} isAdmin={isAdmin} onChange={setReach} />
        </>
      )}
    </IntegrationForm>
  );
}

/** A valid username that resembles an invalid one, such as `deploy-bot` for `Deploy Bot`; undefined if there is none. */
function suggestUsername(typed: string): string | undefined {
  if (botUsernameError(typed) === undefined) return undefined;
  const name = addressName(typed)
    .replace(/^[^a-z]+/, '')
    .slice(0, 22)
    .replace(/-$/, '');
  return botUsernameError(name) === undefined ? name : undefined;
}

function usernameRule(username: string): true | string {
  if (botUsernameError(username) === undefined) return true;
  if (RESERVED_USERNAMES.has(username)) return t`The username ${username} is reserved.`;
  return t`A username has 3 to 22 characters (a–z, 0–9, . - and _) and starts with a letter.`;
}
