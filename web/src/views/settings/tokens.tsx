import type {UserAccessToken} from '@mattermost/types/users';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {useForm} from 'react-hook-form';
import {Button} from '../../components/ui/button.tsx';
import {ConfirmDialog} from '../../components/ui/confirm-dialog.tsx';
import {CopyField} from '../../components/ui/copy.tsx';
import {Dialog, DialogBody, DialogFooter} from '../../components/ui/dialog.tsx';
import {SelectField, TextField} from '../../components/ui/field.tsx';
import {FormDialog} from '../../components/ui/form-dialog.tsx';
import {Icon} from '../../components/ui/icon.tsx';
import {IconButton} from '../../components/ui/icon-button.tsx';
import {Menu, MenuItem} from '../../components/ui/menu.tsx';
import {Notice} from '../../components/ui/notice.tsx';
import {Panel} from '../../components/ui/panel.tsx';
import {ErrorState, LoadingState} from '../../components/ui/state.tsx';
import {Tag} from '../../components/ui/tag.tsx';
import {useDates} from '../../data/preferences/display.ts';
import {useMay} from '../../data/session/permissions.ts';
import {useMe} from '../../data/session/session.ts';
import {useIsOn} from '../../data/system/client-config.ts';
import {queries} from '../../lib/queries.ts';
import {errorMessage, server} from '../../lib/server.ts';
import {tellDone, tellError} from '../../lib/toasts.ts';
import styles from './settings.module.css';

type Token = UserAccessToken & {create_at: number; expires_at: number; last_used_at: number};

const queryKey = ['own-tokens'];
/** More than anybody has: the list is not paged. */
const MOST = 200;
const DAY = 86_400_000;

/** Personal access tokens: keys for programs that act for one. */
export function AccessTokens() {
  const isOn = useIsOn('EnableUserAccessTokens');
  const mayMake = useMay('create_user_access_token');
  const [isMaking, setMaking] = useState(false);
  const isAllowed = isOn && mayMake === true;
  return (
    <Panel
      title="Personal access tokens"
      text="With one, a program signs in as you and may do what you may."
      actions={
        isAllowed && (
          <Button size="small" icon="add" onPress={() => setMaking(true)}>
            Make a token
          </Button>
        )
      }
    >
      {isAllowed ? (
        <TokenList />
      ) : (
        mayMake !== undefined && (
          <p className={styles.quiet}>
            {isOn
              ? 'Your account may not make them. A system administrator can allow it.'
              : 'They are switched off on this server.'}
          </p>
        )
      )}
      {isMaking && <NewToken onClose={() => setMaking(false)} />}
    </Panel>
  );
}

function TokenList() {
  const me = useMe();
  const dates = useDates();
  const [revoking, setRevoking] = useState<Token>();
  const {data, error, refetch} = useQuery({
    queryKey,
    staleTime: 0,
    queryFn: async () => (await server.getUserAccessTokensForUser(me.id, 0, MOST)) as Token[],
  });

  async function setActive({id}: Token, active: boolean) {
    try {
      await (active ? server.enableUserAccessToken(id) : server.disableUserAccessToken(id));
      await queries.invalidateQueries({queryKey});
    } catch (failure) {
      tellError(errorMessage(failure));
    }
  }

  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  if (data.length === 0) return <p className={styles.quiet}>You have none.</p>;
  return (
    <>
      <ul className={styles.list}>
        {data.map((token) => {
          const isOver = token.expires_at > 0 && token.expires_at < Date.now();
          return (
            <li key={token.id} className={styles.row}>
              <span className={styles.rowIcon}>
                <Icon name="key" />
              </span>
              <div>
                <div className={styles.rowTitle}>
                  {token.description}
                  {!token.is_active && <Tag kind="warn">SUSPENDED</Tag>}
                  {isOver && <Tag kind="bad">EXPIRED</Tag>}
                </div>
                <div className={styles.quiet}>
                  Made {dates.date(token.create_at)} ·{' '}
                  {token.last_used_at ? `used ${dates.dateTime(token.last_used_at)}` : 'never used'} ·{' '}
                  {token.expires_at ? `valid until ${dates.date(token.expires_at)}` : 'never expires'}
                </div>
              </div>
              <Menu
                label={token.description}
                trigger={
                  <IconButton icon="more" size="small" label={`More about the token ${token.description}`} />
                }
              >
                <MenuItem
                  icon={token.is_active ? 'clock' : 'play'}
                  onAction={() => void setActive(token, !token.is_active)}
                >
                  {token.is_active ? 'Suspend' : 'Let it work again'}
                </MenuItem>
                <MenuItem icon="trash" danger onAction={() => setRevoking(token)}>
                  Revoke
                </MenuItem>
              </Menu>
            </li>
          );
        })}
      </ul>
      {revoking && (
        <ConfirmDialog
          title={`Revoke ${revoking.description}?`}
          confirmLabel="Revoke the token"
          danger
          onClose={() => setRevoking(undefined)}
          onConfirm={async () => {
            await server.revokeUserAccessToken(revoking.id);
            await queries.invalidateQueries({queryKey});
            tellDone('The token was revoked.');
          }}
        >
          Programs that use it are refused from now on. That cannot be undone.
        </ConfirmDialog>
      )}
    </>
  );
}

const LIVES = [
  {value: '0', label: 'Never'},
  {value: '30', label: 'In 30 days'},
  {value: '90', label: 'In 90 days'},
  {value: '365', label: 'In a year'},
];

interface Values {
  description: string;
  days: string;
}

/** Makes a token and shows its secret, this once. */
function NewToken({onClose}: {onClose: () => void}) {
  const me = useMe();
  const [secret, setSecret] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const {register, handleSubmit, formState} = useForm<Values>({
    defaultValues: {description: '', days: '0'},
  });

  async function make({description, days}: Values) {
    setFailure(undefined);
    try {
      const expiresAt = days === '0' ? undefined : Date.now() + Number(days) * DAY;
      const made = await server.createUserAccessToken(me.id, description.trim(), expiresAt);
      setSecret(made.token);
      await queries.invalidateQueries({queryKey});
    } catch (error) {
      setFailure(errorMessage(error));
    }
  }

  if (secret) {
    return (
      <Dialog title="Your new token" onClose={onClose} keepOpen>
        <DialogBody>
          <Notice kind="warning">
            Copy it now: it is not shown again. Whoever has it can do what you can.
          </Notice>
          <CopyField label="Token" value={secret} secret />
          <CopyField
            label="A first call with it"
            value={`curl -H 'Authorization: Bearer ${secret}' ${window.location.origin}/api/v4/users/me`}
          />
        </DialogBody>
        <DialogFooter>
          <Button kind="primary" onPress={onClose}>
            I have copied it
          </Button>
        </DialogFooter>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title="Make a token"
      submitLabel="Make the token"
      busy={formState.isSubmitting}
      failure={failure}
      onSubmit={handleSubmit(make)}
      onClose={onClose}
    >
      <TextField
        label="What it is for"
        required
        autoFocus
        maxLength={255}
        placeholder="Build server"
        error={formState.errors.description?.message}
        {...register('description', {
          validate: (text) => text.trim() !== '' || 'Say what it is for, so that you know it later.',
        })}
      />
      <SelectField label="Expires" options={LIVES} {...register('days')} />
    </FormDialog>
  );
}
