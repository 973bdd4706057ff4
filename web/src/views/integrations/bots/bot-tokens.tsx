import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useStore} from '@nanostores/react';
import {useState} from 'react';
import {CodeBlock} from '../../../components/markdown/code-block.tsx';
import {Button} from '../../../components/ui/button.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {IconButton} from '../../../components/ui/icon-button.tsx';
import {Menu, MenuItem, MenuSeparator} from '../../../components/ui/menu.tsx';
import {NameDialog} from '../../../components/ui/name-dialog.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {SecretDialog} from '../../../components/ui/secret-dialog.tsx';
import {NotLoaded} from '../../../components/ui/state.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {
  $newBotToken,
  type Bot,
  type BotToken,
  createBotToken,
  refreshBotTokens,
  rotateToken,
  useBotTokens,
} from '../../../data/integrations/bots.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {useHasPermission} from '../../../data/session/permissions.ts';
import type {Dates} from '../../../lib/dates.ts';
import {errorMessage, server} from '../../../lib/server.ts';
import {showError} from '../../../lib/toasts.ts';
import {OverlapDialog} from '../overlap-dialog.tsx';
import styles from './bot-tokens.module.css';

type Asking = {what: 'create'} | {what: 'rotate' | 'revoke'; token: BotToken};

/** The access tokens that a bot's program uses. */
export function BotTokens({bot}: {bot: Bot}) {
  const mayRead = useHasPermission('read_user_access_token') ?? false;
  const mayCreate = useHasPermission('create_user_access_token') ?? false;
  const mayRevoke = useHasPermission('revoke_user_access_token') ?? false;
  const {data, error, refetch} = useBotTokens(bot.user_id, mayRead);
  const dates = useDates();
  const [asking, setAsking] = useState<Asking>();
  const newToken = useStore($newBotToken);
  const [created, setSecret] = useState<string>();
  const secret = created ?? (newToken?.user_id === bot.user_id ? newToken.token : undefined);
  const botName = bot.username;
  const close = () => setAsking(undefined);

  async function setActive(token: BotToken, active: boolean): Promise<void> {
    try {
      if (active) await server.enableUserAccessToken(token.id);
      else await server.disableUserAccessToken(token.id);
      await refreshBotTokens(bot.user_id);
    } catch (failure) {
      showError(errorMessage(failure));
    }
  }

  if (!mayRead) return null;
  return (
    <Panel
      title={t`Access tokens`}
      text={t`Your program sends a token with each request. Tokens created here don't expire.`}
      actions={
        mayCreate && (
          <Button icon="key" onPress={() => setAsking({what: 'create'})}>
            <Trans>Create token</Trans>
          </Button>
        )
      }
    >
      {!data ? (
        <NotLoaded error={error} onRetry={() => void refetch()} />
      ) : data.length === 0 ? (
        <p>
          <Trans>No tokens yet. Your program needs one to work as @{botName}.</Trans>
        </p>
      ) : (
        <ul className={styles.list} aria-label={t`Access tokens`}>
          {data.map((token) => (
            <li key={token.id} className={styles.token}>
              <div className={styles.words}>
                <div>
                  <bdi>{token.description}</bdi> {!token.is_active && <Tag kind="bad">{t`DISABLED`}</Tag>}
                </div>
                <small>{usageText(token, dates)}</small>
              </div>
              <Menu
                label={optionsLabel(token)}
                trigger={<IconButton icon="more" label={optionsLabel(token)} />}
              >
                {mayCreate ? (
                  <MenuItem icon="refresh" onAction={() => setAsking({what: 'rotate', token})}>
                    {t({message: 'Rotate', comment: 'Replaces the secret of a token with a new one'})}
                  </MenuItem>
                ) : null}
                {token.is_active && mayRevoke ? (
                  <MenuItem icon="lock" onAction={() => void setActive(token, false)}>
                    {t`Disable`}
                  </MenuItem>
                ) : null}
                {!token.is_active && mayCreate ? (
                  <MenuItem icon="check" onAction={() => void setActive(token, true)}>
                    {t`Enable`}
                  </MenuItem>
                ) : null}
                {mayRevoke ? <MenuSeparator /> : null}
                {mayRevoke ? (
                  <MenuItem icon="trash" danger onAction={() => setAsking({what: 'revoke', token})}>
                    {t`Revoke`}
                  </MenuItem>
                ) : null}
              </Menu>
            </li>
          ))}
        </ul>
      )}
      {asking?.what === 'create' && (
        <NameDialog
          title={t`Create token for @${botName}`}
          label={t`Description`}
          initial={data?.length === 0 ? t`Default token` : ''}
          maxLength={255}
          submitLabel={t`Create token`}
          onClose={close}
          onSubmit={async (description) => setSecret((await createBotToken(bot.user_id, description)).token)}
        />
      )}
      {asking?.what === 'rotate' && (
        <OverlapDialog
          title={rotateTitle(asking.token)}
          label={t`Old secret`}
          confirmLabel={t`Rotate`}
          onClose={close}
          onConfirm={async (overlap) => setSecret(await rotateToken(asking.token, overlap))}
        />
      )}
      {asking?.what === 'revoke' && (
        <ConfirmDialog
          title={revokeTitle(asking.token)}
          confirmLabel={t`Revoke`}
          danger
          onClose={close}
          onConfirm={async () => {
            await server.revokeUserAccessToken(asking.token.id);
            await refreshBotTokens(bot.user_id);
          }}
        >
          <Trans>Programs that use this token lose access. You can't undo this.</Trans>
        </ConfirmDialog>
      )}
      {secret !== undefined && (
        <SecretDialog
          title={t`Token for @${botName}`}
          label={t`Token`}
          secret={secret}
          onClose={() => {
            setSecret(undefined);
            $newBotToken.set(undefined);
          }}
        >
          <div>
            <Trans>To test the token, run this command. It returns the bot's account.</Trans>
            <CodeBlock
              language="bash"
              code={`curl -s ${window.location.origin}/api/v4/users/me \\\n  -H 'Authorization: Bearer ${secret}'`}
            />
          </div>
        </SecretDialog>
      )}
    </Panel>
  );
}

function usageText(token: BotToken, dates: Dates): string {
  const created = dates.date(token.create_at);
  if (token.last_used_at === 0) return t`Created ${created}, never used`;
  const lastUsed = dates.dateTime(token.last_used_at);
  return t`Created ${created}, last used ${lastUsed}`;
}

function optionsLabel({description}: BotToken): string {
  return t`More actions for ${description}`;
}

function rotateTitle({description}: BotToken): string {
  return t`Rotate ${description}`;
}

function revokeTitle({description}: BotToken): string {
  return t`Revoke ${description}?`;
}
