import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {type FormEvent, useState} from 'react';
import {ConfirmDialog} from '../../components/ui/confirm-dialog.tsx';
import {TextArea} from '../../components/ui/field.tsx';
import {FormDialog, useDialogWork} from '../../components/ui/form-dialog.tsx';
import {IconButton} from '../../components/ui/icon-button.tsx';
import {lazyComponent} from '../../components/ui/lazy-component.tsx';
import {EmptyState, NotLoaded} from '../../components/ui/state.tsx';
import {useChannel} from '../../data/channels/channels.ts';
import {useDates} from '../../data/preferences/display.ts';
import {
  changeScheduledPost,
  deleteScheduledPost,
  sendScheduledPostNow,
} from '../../data/scheduled-posts/scheduled-post-changes.ts';
import {
  type ScheduledPost,
  type ScheduledPostErrorCode,
  useScheduledPosts,
} from '../../data/scheduled-posts/scheduled-posts.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {suggestedTimes} from '../../lib/schedule-times.ts';
import {errorMessage} from '../../lib/server.ts';
import {showError} from '../../lib/toasts.ts';
import styles from './drafts-page.module.css';
import {UnsentMessage} from './unsent-message.tsx';

const ScheduleDialog = lazyComponent(() => import('../../components/composer/schedule-dialog.tsx'));

/** The scheduled messages in a team's channels and in direct and group channels. */
export function ScheduledList() {
  const team = useCurrentTeam();
  const scheduled = useScheduledPosts(team.id);
  if (!scheduled.data) {
    return <NotLoaded error={scheduled.error} onRetry={() => void scheduled.refetch()} />;
  }
  if (scheduled.data.length === 0) {
    return (
      <EmptyState icon="clock" title={t`No scheduled messages`}>
        <Trans>To send a message later, press the clock next to the send button.</Trans>
      </EmptyState>
    );
  }
  return (
    <ul className={styles.list} aria-label={t`Scheduled messages`}>
      {scheduled.data.map((post) => (
        <ScheduledRow key={post.id} post={post} />
      ))}
    </ul>
  );
}

function ScheduledRow({post}: {post: ScheduledPost}) {
  const dates = useDates();
  const channel = useChannel(post.channel_id);
  const [open, setOpen] = useState<'edit' | 'time' | 'delete'>();
  const close = () => setOpen(undefined);
  const time = dates.dateTime(post.scheduled_at);

  async function sendNow() {
    try {
      await sendScheduledPostNow(post);
    } catch (error) {
      showError(errorMessage(error));
    }
  }

  return (
    <>
      <UnsentMessage
        channelId={post.channel_id}
        rootId={post.root_id}
        message={post.message}
        fileNames={(post.metadata?.files ?? []).map(({name}) => name)}
        note={
          post.error_code ? (
            <span className={styles.error}>{failureReason(post.error_code)}</span>
          ) : (
            <time dateTime={new Date(post.scheduled_at).toISOString()}>
              <Trans>Sends {time}</Trans>
            </time>
          )
        }
        actions={
          <>
            <IconButton icon="edit" size="small" label={t`Edit`} onPress={() => setOpen('edit')} />
            {channel && channel.delete_at === 0 && (
              <IconButton icon="send" size="small" label={t`Send now`} onPress={() => void sendNow()} />
            )}
            <IconButton icon="clock" size="small" label={t`Reschedule`} onPress={() => setOpen('time')} />
            <IconButton icon="trash" size="small" label={t`Delete`} onPress={() => setOpen('delete')} />
          </>
        }
      />
      {open === 'edit' && <EditDialog post={post} onClose={close} />}
      {open === 'time' && (
        <ScheduleDialog
          title={t`Reschedule message`}
          initial={
            post.scheduled_at > Date.now()
              ? post.scheduled_at
              : suggestedTimes(Date.now(), dates.timeZone).tomorrow
          }
          onSubmit={(scheduled_at) => changeScheduledPost(post, {scheduled_at})}
          onClose={close}
        />
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title={t`Delete this scheduled message?`}
          confirmLabel={t`Delete`}
          danger
          onConfirm={() => deleteScheduledPost(post.id)}
          onClose={close}
        >
          <Trans>You can't undo this.</Trans>
        </ConfirmDialog>
      )}
    </>
  );
}

function EditDialog({post, onClose}: {post: ScheduledPost; onClose: () => void}) {
  const [message, setMessage] = useState(post.message);
  const {run, state} = useDialogWork(onClose);

  async function submit(event: FormEvent) {
    event.preventDefault();
    await run(() => changeScheduledPost(post, {message: message.trim()}));
  }

  return (
    <FormDialog
      title={t`Edit scheduled message`}
      submitLabel={t`Save`}
      {...state}
      isChanged={message !== post.message}
      onSubmit={(event) => void submit(event as FormEvent)}
    >
      <TextArea
        label={t`Message`}
        rows={6}
        autoFocus
        value={message}
        onChange={({target}) => setMessage(target.value)}
      />
    </FormDialog>
  );
}

/** Why a message wasn't sent. */
function failureReason(code: ScheduledPostErrorCode): string {
  switch (code) {
    case 'channel_archived':
      return t`Not sent: the channel is archived.`;
    case 'channel_not_found':
      return t`Not sent: the channel was deleted.`;
    case 'no_channel_member':
      return t`Not sent: you aren't a member of the channel.`;
    case 'no_channel_permission':
      return t`Not sent: you don't have permission to post in the channel.`;
    case 'thread_deleted':
      return t`Not sent: the thread was deleted.`;
    case 'unable_to_send':
      return t`Not sent: the server wasn't available at that time.`;
    case 'invalid_post':
      return t`Not sent: the message or one of its files is invalid.`;
    default:
      return t`Not sent. Reschedule it to try again.`;
  }
}
