import {useState} from 'react';
import {useForm} from 'react-hook-form';
import {botUsernameFault} from '../../../../../server/src/messaging/users/name-rules/name-rules.ts';
import {TextArea, TextField} from '../../../components/ui/field.tsx';
import {
  type Bot,
  type Reach,
  refreshBot,
  rolesWith,
  setBotIcon,
  setBotRoles,
} from '../../../data/integrations/bots.ts';
import {LIMITS, tooLong} from '../../../data/integrations/rules.ts';
import {useMay} from '../../../data/session/permissions.ts';
import {errorMessage, server} from '../../../lib/server.ts';
import {tellError} from '../../../lib/toasts.ts';
import {formField} from '../form-field.ts';
import {ImageField} from '../image-field.tsx';
import {IntegrationForm} from '../integration-form.tsx';
import {BotReachField, BotRoleField} from './bot-roles.tsx';

interface Values {
  username: string;
  display_name: string;
  description: string;
}

/** Makes a bot, or changes what it is called. */
export function BotForm({
  bot,
  onClose,
  onSaved,
}: {
  bot?: Bot;
  onClose: () => void;
  onSaved?: (bot: Bot) => void;
}) {
  const mayGiveRoles = useMay('manage_roles');
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

  async function save(values: Values): Promise<Bot> {
    const input = {...values, username: values.username.trim(), display_name: values.display_name.trim()};
    const saved = bot ? await server.patchBot(bot.user_id, input) : await server.createBot(input);
    if (!bot) await equip(saved.user_id);
    await refreshBot(saved.user_id);
    return saved;
  }

  /** The bot is there by now: what fails here can be done again on its page. */
  async function equip(id: string): Promise<void> {
    try {
      if (icon) await setBotIcon(id, icon);
      if (isAdmin || reach !== 'joined') await setBotRoles(id, rolesWith('system_user', {isAdmin, reach}));
    } catch (error) {
      tellError(`The bot is made, but not all of it: ${errorMessage(error)}`);
    }
  }

  return (
    <IntegrationForm
      title={bot ? `Edit @${bot.username}` : 'Add a bot'}
      submitLabel={bot ? 'Save' : 'Add the bot'}
      form={form}
      fields={['username', 'display_name', 'description']}
      save={save}
      onSaved={onSaved}
      onClose={onClose}
    >
      <TextField
        label="Username"
        required
        autoFocus
        autoCapitalize="off"
        spellCheck={false}
        placeholder="builder"
        hint="3 to 22 of a–z, 0–9, . - and _, with a letter in front."
        // A converted or imported account keeps a name that a new bot could not have.
        {...formField(
          form,
          'username',
          (name) => (bot && name === bot.username) || botUsernameFault(name.trim()) || true,
        )}
      />
      <TextField
        label="Display name"
        placeholder="Builder"
        {...formField(form, 'display_name', tooLong(LIMITS.displayName))}
      />
      <TextArea
        label="Description"
        rows={2}
        placeholder="Tells of builds"
        hint="What it does, for those who meet it."
        {...formField(form, 'description', tooLong(LIMITS.botDescription))}
      />
      {!bot && <ImageField label="Icon" hint="A square picture suits best." onChoose={setIcon} />}
      {!bot && mayGiveRoles && (
        <>
          <BotRoleField isAdmin={isAdmin} onChange={setAdmin} />
          <BotReachField reach={reach} isAdmin={isAdmin} onChange={setReach} />
        </>
      )}
    </IntegrationForm>
  );
}
