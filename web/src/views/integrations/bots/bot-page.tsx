import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useRef, useState} from 'react';
import {useParams} from 'react-router';
import {PersonAvatar} from '../../../components/people/person.tsx';
import {Button} from '../../../components/ui/button.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {Facts, Panel} from '../../../components/ui/panel.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {type Bot, refreshBot, setBotIcon, useBot} from '../../../data/integrations/bots.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {useHasPermission} from '../../../data/session/permissions.ts';
import {useMe} from '../../../data/session/session.ts';
import {errorMessage, server} from '../../../lib/server.ts';
import {showError, showSuccess} from '../../../lib/toasts.ts';
import {IntegrationPage} from '../integration-page.tsx';
import {OwnerPanel} from '../new-owner.tsx';
import {BotForm} from './bot-form.tsx';
import {BotOwner} from './bot-list.tsx';
import styles from './bot-page.module.css';
import {BotRolesPanel} from './bot-roles.tsx';
import {BotTeamPanel} from './bot-team.tsx';
import {BotTokens} from './bot-tokens.tsx';

/** A bot's profile, teams, permissions and tokens. */
export function BotPage() {
  const {id = ''} = useParams();
  const query = useBot(id);
  const me = useMe();
  const isOwn = query.data?.owner_id === me.id;
  const mayManage = useHasPermission(isOwn ? 'manage_bots' : 'manage_others_bots') ?? false;
  return (
    <IntegrationPage
      section="bots"
      query={query}
      getName={({display_name, username}) => display_name || username}
      form={
        mayManage
          ? (bot, onClose) => (
              <BotForm bot={bot} onClose={onClose} onSaved={() => showSuccess(t`Bot saved.`)} />
            )
          : undefined
      }
    >
      {(bot) => <Panels bot={bot} mayManage={mayManage} />}
    </IntegrationPage>
  );
}

function Panels({bot, mayManage}: {bot: Bot; mayManage: boolean}) {
  const dates = useDates();
  const mayGiveRoles = useHasPermission('manage_roles');
  const mayTransfer = useHasPermission('manage_system');
  const isDisabled = bot.delete_at > 0;
  const botName = bot.username;
  return (
    <>
      <Panel title={t`About`}>
        <div className={styles.head}>
          <PersonAvatar userId={bot.user_id} size={72} />
          <div className={styles.words}>
            <div>
              <bdi>@{botName}</bdi> <Tag>{t`BOT`}</Tag> {isDisabled && <Tag kind="bad">{t`DISABLED`}</Tag>}
            </div>
            {bot.description && <p>{bot.description}</p>}
            {mayManage && <IconButtons bot={bot} />}
          </div>
        </div>
        <Facts
          facts={[
            {term: t`Owner`, value: <BotOwner ownerId={bot.owner_id} />},
            {term: t`Created`, value: dates.date(bot.create_at)},
          ]}
        />
      </Panel>
      {!isDisabled && <BotTeamPanel bot={bot} />}
      <BotTokens bot={bot} />
      {mayGiveRoles && <BotRolesPanel bot={bot} />}
      {mayTransfer && (
        <OwnerPanel
          name={`@${botName}`}
          text={t`The owner is responsible for the bot. If the owner's account is deactivated, the bot is disabled.`}
          among={{}}
          without={[bot.user_id, bot.owner_id]}
          onTransfer={async (owner) => {
            await server.assignBot(bot.user_id, owner.id);
            await refreshBot(bot.user_id);
            const ownerName = owner.username;
            showSuccess(t`@${ownerName} now owns @${botName}. Create a new token for it.`);
          }}
        />
      )}
      {mayManage && <ActivationPanel bot={bot} />}
    </>
  );
}

function IconButtons({bot}: {bot: Bot}) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  async function set(image: File | null): Promise<void> {
    setBusy(true);
    try {
      await setBotIcon(bot.user_id, image);
      showSuccess(image ? t`Icon saved.` : t`Icon removed.`);
    } catch (error) {
      showError(errorMessage(error));
    }
    setBusy(false);
  }
  return (
    <div className={styles.buttons}>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t`Bot icon`}
        accept="image/png,image/jpeg,image/gif,image/webp"
        onChange={(event) => {
          const [image] = event.target.files ?? [];
          event.target.value = '';
          if (image) void set(image);
        }}
      />
      <Button size="small" icon="image" busy={busy} onPress={() => input.current?.click()}>
        <Trans>Change icon</Trans>
      </Button>
      {bot.last_icon_update ? (
        <Button size="small" kind="quiet" onPress={() => void set(null)}>
          <Trans>Remove icon</Trans>
        </Button>
      ) : null}
    </div>
  );
}

function ActivationPanel({bot}: {bot: Bot}) {
  const [isAsking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const isDisabled = bot.delete_at > 0;
  const {username} = bot;
  async function enable(): Promise<void> {
    setBusy(true);
    try {
      await server.enableBot(bot.user_id);
      await refreshBot(bot.user_id);
      showSuccess(t`@${username} is enabled. Its tokens work again.`);
    } catch (error) {
      showError(errorMessage(error));
    }
    setBusy(false);
  }
  return (
    <Panel
      title={isDisabled ? t`Enable` : t`Disable`}
      text={
        isDisabled
          ? t`The bot is disabled. Its tokens don't work. Its messages remain.`
          : t`Its tokens stop working until you enable it again. Its messages remain.`
      }
      actions={
        isDisabled ? (
          <Button kind="primary" busy={busy} onPress={() => void enable()}>
            <Trans>Enable bot</Trans>
          </Button>
        ) : (
          <Button icon="lock" onPress={() => setAsking(true)}>
            <Trans>Disable bot</Trans>
          </Button>
        )
      }
    >
      {isAsking && (
        <ConfirmDialog
          title={t`Disable @${username}?`}
          confirmLabel={t`Disable`}
          danger
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await server.disableBot(bot.user_id);
            await refreshBot(bot.user_id);
          }}
        >
          <Trans>Its program loses access until you enable the bot again.</Trans>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
