import {useState} from 'react';
import {CodeBlock} from '../../../components/markdown/code-block.tsx';
import {Button} from '../../../components/ui/button.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {IconButton} from '../../../components/ui/icon-button.tsx';
import {Menu, MenuItem, MenuSeparator} from '../../../components/ui/menu.tsx';
import {NameDialog} from '../../../components/ui/name-dialog.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {ErrorState, LoadingState} from '../../../components/ui/state.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {
  type Bot,
  type BotToken,
  createBotToken,
  refreshBotTokens,
  rotateToken,
  useBotTokens,
} from '../../../data/integrations/bots.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {useMay} from '../../../data/session/permissions.ts';
import {errorMessage, server} from '../../../lib/server.ts';
import {tellError} from '../../../lib/toasts.ts';
import {OverlapDialog} from '../overlap-dialog.tsx';
import {SecretDialog} from '../secrets.tsx';
import styles from './bot-tokens.module.css';

type Asking = {what: 'make'} | {what: 'rotate' | 'revoke'; token: BotToken};

/** The tokens with which a bot's program signs its calls. */
export function BotTokens({bot}: {bot: Bot}) {
  const mayRead = useMay('read_user_access_token') ?? false;
  const mayMake = useMay('create_user_access_token') ?? false;
  const mayRevoke = useMay('revoke_user_access_token') ?? false;
  const {data, error, refetch} = useBotTokens(bot.user_id, mayRead);
  const dates = useDates();
  const [asking, setAsking] = useState<Asking>();
  const [secret, setSecret] = useState<string>();
  const close = () => setAsking(undefined);

  async function setActive(token: BotToken, active: boolean): Promise<void> {
    try {
      if (active) await server.enableUserAccessToken(token.id);
      else await server.disableUserAccessToken(token.id);
      await refreshBotTokens(bot.user_id);
    } catch (failure) {
      tellError(errorMessage(failure));
    }
  }

  if (!mayRead) return null;
  return (
    <Panel
      title="Tokens"
      text="Your program sends one with each call. They do not expire."
      actions={
        mayMake && (
          <Button icon="key" onPress={() => setAsking({what: 'make'})}>
            Make a token
          </Button>
        )
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState />
      ) : data.length === 0 ? (
        <p>It has no token, so no program can work as @{bot.username} yet.</p>
      ) : (
        <ul className={styles.list} aria-label="Tokens">
          {data.map((token) => (
            <li key={token.id} className={styles.token}>
              <div className={styles.words}>
                <div>
                  {token.description} {!token.is_active && <Tag kind="bad">DISABLED</Tag>}
                </div>
                <small>
                  Made on {dates.date(token.create_at)},{' '}
                  {token.last_used_at > 0
                    ? `last used on ${dates.dateTime(token.last_used_at)}`
                    : 'never used'}
                </small>
              </div>
              <Menu
                label={`Token ${token.description}`}
                trigger={<IconButton icon="more" label={`What to do with ${token.description}`} />}
              >
                {mayMake ? (
                  <MenuItem icon="refresh" onAction={() => setAsking({what: 'rotate', token})}>
                    New secret
                  </MenuItem>
                ) : null}
                {token.is_active && mayRevoke ? (
                  <MenuItem icon="lock" onAction={() => void setActive(token, false)}>
                    Disable
                  </MenuItem>
                ) : null}
                {!token.is_active && mayMake ? (
                  <MenuItem icon="check" onAction={() => void setActive(token, true)}>
                    Enable
                  </MenuItem>
                ) : null}
                {mayRevoke ? <MenuSeparator /> : null}
                {mayRevoke ? (
                  <MenuItem icon="trash" danger onAction={() => setAsking({what: 'revoke', token})}>
                    Delete
                  </MenuItem>
                ) : null}
              </Menu>
            </li>
          ))}
        </ul>
      )}
      {asking?.what === 'make' && (
        <NameDialog
          title={`A token for @${bot.username}`}
          label="What it is for"
          initial={data?.length === 0 ? 'Default token' : ''}
          maxLength={255}
          submitLabel="Make the token"
          onClose={close}
          onSubmit={async (description) => setSecret((await createBotToken(bot.user_id, description)).token)}
        />
      )}
      {asking?.what === 'rotate' && (
        <OverlapDialog
          title={`A new secret for ${asking.token.description}`}
          label="The old secret"
          confirmLabel="Make a new secret"
          onClose={close}
          onConfirm={async (overlap) => setSecret(await rotateToken(asking.token, overlap))}
        />
      )}
      {asking?.what === 'revoke' && (
        <ConfirmDialog
          title={`Delete the token ${asking.token.description}?`}
          confirmLabel="Delete"
          danger
          onClose={close}
          onConfirm={async () => {
            await server.revokeUserAccessToken(asking.token.id);
            await refreshBotTokens(bot.user_id);
          }}
        >
          Programs that use it can do nothing any more. This cannot be undone.
        </ConfirmDialog>
      )}
      {secret !== undefined && (
        <SecretDialog
          title={`The token of @${bot.username}`}
          label="Token"
          secret={secret}
          onClose={() => setSecret(undefined)}
        >
          <div>
            Does it work? This says who it is:
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
