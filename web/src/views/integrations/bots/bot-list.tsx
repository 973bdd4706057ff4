import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {PersonAvatar, PersonName} from '../../../components/people/person.tsx';
import {SettingLink} from '../../../components/ui/setting-link.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {useBots} from '../../../data/integrations/bots.ts';
import {useHasPermission, useIsAdministrator} from '../../../data/session/permissions.ts';
import {useIsOn} from '../../../data/system/client-config.ts';
import {LinkedIntegrations} from '../integration-list.tsx';
import {BotForm} from './bot-form.tsx';

export function BotList() {
  const list = useBots();
  const mayCreate = useHasPermission('create_bot');
  const isOn = useIsOn('EnableBotAccountCreation');
  const offered = mayCreate && isOn;
  return (
    <LinkedIntegrations
      section="bots"
      list={list}
      getKey={({user_id}) => user_id}
      getText={({username, display_name = '', description = ''}) =>
        `${username} ${display_name} ${description}`
      }
      addLabel={offered ? t`Create bot` : undefined}
      Form={BotForm}
      invitation={
        offered ? (
          t`Create a bot, give its token to your program, and add the bot to the channels it works in.`
        ) : (
          <WhyNot isOn={isOn} />
        )
      }
      getSummary={(bot) => ({
        mark: <PersonAvatar userId={bot.user_id} size={36} />,
        name: bot.display_name || bot.username,
        description: bot.description ?? '',
        details: (
          <>
            <bdi>@{bot.username}</bdi>
            <span>
              <Trans>
                Owned by <BotOwner ownerId={bot.owner_id} />
              </Trans>
            </span>
            {bot.delete_at > 0 && <Tag kind="bad">{t`DISABLED`}</Tag>}
          </>
        ),
      })}
    />
  );
}

/** Why the person can't create a bot. */
function WhyNot({isOn}: {isOn: boolean}) {
  const isAdministrator = useIsAdministrator();
  if (isOn) return t`A system administrator can create one.`;
  if (!isAdministrator) return t`Creating bots is turned off on this server.`;
  return (
    <Trans>
      Turn on <SettingLink name="ServiceSettings.EnableBotAccountCreation" /> in the settings.
    </Trans>
  );
}

/** A bot's owner: a person, or a part of the server that has no account. */
export function BotOwner({ownerId}: {ownerId: string}) {
  return /^[a-z0-9]{26}$/.test(ownerId) ? <PersonName userId={ownerId} /> : <span>{ownerId}</span>;
}
