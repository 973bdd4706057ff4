import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {UserAccessToken} from '@mattermost/types/users';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {useForm} from 'react-hook-form';
import {Button} from '../../components/ui/button.tsx';
import {ConfirmDialog} from '../../components/ui/confirm-dialog.tsx';
import {CopyField} from '../../components/ui/copy.tsx';
import {TextField} from '../../components/ui/field.tsx';
import {FormDialog} from '../../components/ui/form-dialog.tsx';
import {Icon} from '../../components/ui/icon.tsx';
import {IconButton} from '../../components/ui/icon-button.tsx';
import {Menu, MenuItem} from '../../components/ui/menu.tsx';
import {Panel} from '../../components/ui/panel.tsx';
import {SecretDialog} from '../../components/ui/secret-dialog.tsx';
import {SelectField} from '../../components/ui/select-field.tsx';
import {NotLoaded} from '../../components/ui/state.tsx';
import {Tag} from '../../components/ui/tag.tsx';
import {useDates} from '../../data/preferences/display.ts';
import {useHasPermission} from '../../data/session/permissions.ts';
import {useMe} from '../../data/session/session.ts';
import {useIsOn} from '../../data/system/client-config.ts';
import {queries} from '../../lib/queries.ts';
import {errorMessage, server} from '../../lib/server.ts';
import {showError, showSuccess} from '../../lib/toasts.ts';
import styles from './settings.module.css';

type Token = UserAccessToken & {create_at: number; expires_at: number; last_used_at: number};

const queryKey = ['own-tokens'];
/** More tokens than anyone needs, so the list isn't paged. */
const MAX_TOKENS = 200;
const DAY = 86_400_000;

/** Personal access tokens, which programs use to act on behalf of the signed-in person. */
export function AccessTokens() {
  const isOn = useIsOn('EnableUserAccessTokens');
  const mayCreate = useHasPermission('create_user_access_token');
  const [isCreating, setCreating] = useState(false);
  const isAllowed = isOn && mayCreate === true;
  return (
    <Panel
      title={t`Personal access tokens`}
      text={t`A program with a token can do everything you can.`}
      actions={
        isAllowed && (
          <Button size="small" icon="add" onPress={() => setCreating(true)}>
            <Trans>Create token</Trans>
          </Button>
        )
      }
    >
      {isAllowed ? (
        <TokenList />
      ) : (
        mayCreate !== undefined && (
          <p className={styles.quiet}>
            {isOn
              ? t`You don't have permission to create tokens. Ask a system administrator.`
              : t`Personal access tokens are disabled on this server.`}
          </p>
        )
      )}
      {isCreating && <NewToken onClose={() => setCreating(false)} />}
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
    queryFn: async () => (await server.getUserAccessTokensForUser(me.id, 0, MAX_TOKENS)) as Token[],
  });

  async function setActive({id}: Token, active: boolean) {
    try {
      await (active ? server.enableUserAccessToken(id) : server.disableUserAccessToken(id));
      await queries.invalidateQueries({queryKey});
    } catch (failure) {
      showError(errorMessage(failure));
    }
  }

  if (!data) return <NotLoaded error={error} onRetry={() => void refetch()} />;
  if (data.length === 0)
    return (
      <p className={styles.quiet}>
        <Trans>You don't have any tokens yet.</Trans>
      </p>
    );
  return (
    <>
      <ul className={styles.list}>
        {data.map((token) => {
          const {description} = token;
          const created = dates.date(token.create_at);
          const usedOn = dates.dateTime(token.last_used_at);
          const lastUsed = token.last_used_at ? t`Last used ${usedOn}` : t`Never used`;
          const expiresOn = dates.date(token.expires_at);
          const expires = token.expires_at ? t`Expires ${expiresOn}` : t`Never expires`;
          const isOver = token.expires_at > 0 && token.expires_at < Date.now();
          return (
            <li key={token.id} className={styles.row}>
              <span className={styles.rowIcon}>
                <Icon name="key" />
              </span>
              <div>
                <div className={styles.rowTitle}>
                  <bdi>{token.description}</bdi>
                  {!token.is_active && <Tag kind="warn">{t`INACTIVE`}</Tag>}
                  {isOver && <Tag kind="bad">{t`EXPIRED`}</Tag>}
                </div>
                <div className={styles.quiet}>{[t`Created ${created}`, lastUsed, expires].join(' · ')}</div>
              </div>
              <Menu
                label={token.description}
                trigger={<IconButton icon="more" size="small" label={t`More actions for ${description}`} />}
              >
                <MenuItem
                  icon={token.is_active ? 'clock' : 'play'}
                  onAction={() => void setActive(token, !token.is_active)}
                >
                  {token.is_active ? t`Deactivate` : t`Activate`}
                </MenuItem>
                <MenuItem icon="trash" danger onAction={() => setRevoking(token)}>
                  {t`Revoke`}
                </MenuItem>
              </Menu>
            </li>
          );
        })}
      </ul>
      {revoking && (
        <ConfirmDialog
          title={t`Revoke ${revoking.description}?`}
          confirmLabel={t`Revoke token`}
          danger
          onClose={() => setRevoking(undefined)}
          onConfirm={async () => {
            await server.revokeUserAccessToken(revoking.id);
            await queries.invalidateQueries({queryKey});
            showSuccess(t`Token revoked.`);
          }}
        >
          <Trans>Programs that use this token lose access. You can't undo this.</Trans>
        </ConfirmDialog>
      )}
    </>
  );
}

const lifetimes = () => [
  {value: '0', label: t`Never`},
  {value: '30', label: t`In 30 days`},
  {value: '90', label: t`In 90 days`},
  {value: '365', label: t`In 1 year`},
];

interface Values {
  description: string;
  days: string;
}

/** Creates a token and shows its secret once. */
function NewToken({onClose}: {onClose: () => void}) {
  const me = useMe();
  const [secret, setSecret] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const {register, handleSubmit, watch, setValue, formState} = useForm<Values>({
    defaultValues: {description: '', days: '0'},
  });

  async function create({description, days}: Values) {
    setFailure(undefined);
    try {
      const expiresAt = days === '0' ? undefined : Date.now() + Number(days) * DAY;
      const created = await server.createUserAccessToken(me.id, description.trim(), expiresAt);
      setSecret(created.token);
      await queries.invalidateQueries({queryKey});
    } catch (error) {
      setFailure(errorMessage(error));
    }
  }

  if (secret) {
    return (
      <SecretDialog
        title={t`Token created`}
        label={t`Token`}
        secret={secret}
        warning={
          <Trans>Copy this token now. You won't see it again. Anyone who has it can act as you.</Trans>
        }
        onClose={onClose}
      >
        <CopyField
          label={t`Try it`}
          value={`curl -H 'Authorization: Bearer ${secret}' ${window.location.origin}/api/v4/users/me`}
        />
      </SecretDialog>
    );
  }
  return (
    <FormDialog
      title={t`Create token`}
      submitLabel={t`Create`}
      isChanged={formState.isDirty}
      busy={formState.isSubmitting}
      failure={failure}
      onSubmit={handleSubmit(create)}
      onClose={onClose}
    >
      <TextField
        label={t`Description`}
        required
        autoFocus
        maxLength={255}
        placeholder={t`Build server`}
        error={formState.errors.description?.message}
        {...register('description', {
          validate: (text) =>
            text.trim() !== '' || t`Enter a description, so you can recognize the token later.`,
        })}
      />
      <SelectField
        label={t`Expires`}
        options={lifetimes()}
        value={watch('days')}
        onChange={(days) => setValue('days', days, {shouldDirty: true})}
      />
    </FormDialog>
  );
}
