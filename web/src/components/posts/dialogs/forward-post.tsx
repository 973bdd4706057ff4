import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {FileInfo} from '@mattermost/types/files';
import type {Post} from '@mattermost/types/posts';
import {useState} from 'react';
import {useChannel} from '../../../data/channels/channels.ts';
import {
  type Destination,
  destinationChannel,
  destinationId,
  destinationName,
} from '../../../data/channels/destinations.ts';
import {isPicture} from '../../../data/files/media.ts';
import {summarize} from '../../../data/posts/summary.ts';
import {useMe} from '../../../data/session/session.ts';
import {clientConfig} from '../../../data/system/client-config.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import {list} from '../../../lib/numbers.ts';
import {errorMessage, server} from '../../../lib/server.ts';
import {showSuccess} from '../../../lib/toasts.ts';
import {DestinationChooser} from '../../channels/destination-chooser.tsx';
import {ChosenItem, ChosenList} from '../../ui/chosen-list.tsx';
import {TextArea} from '../../ui/field.tsx';
import {FormDialog} from '../../ui/form-dialog.tsx';
import {Icon} from '../../ui/icon.tsx';
import {ErrorNotice} from '../../ui/notice.tsx';
import {PickerField} from '../../ui/picker-field.tsx';
import {Quote} from '../quotes/quote.tsx';
import styles from './forward-post.module.css';

/** The maximum number of destinations. */
const MAX_TARGETS = 5;

interface Target {
  destination: Destination;
  /** Why the message couldn't be forwarded there. */
  error?: string;
}

/**
 * Sends a link to a message to other channels and people, with an optional comment. The link shows the message only to
 * readers who have access to it.
 */
export default function ForwardDialog({post, onClose}: {post: Post; onClose: () => void}) {
  const me = useMe();
  const team = useCurrentTeam();
  const from = useChannel(post.channel_id);
  const [targets, setTargets] = useState<readonly Target[]>([]);
  const [comment, setComment] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const label = t`Channel or person`;
  const nameOf = ({destination}: Target) => destinationName(destination, me);

  async function send({destination}: Target): Promise<Target> {
    // The server only quotes messages behind links that start with its site URL (docs/specification.md#links-in-messages).
    const link = `${clientConfig().SiteURL || window.location.origin}/${team.name}/pl/${post.id}`;
    const message = [comment.trim(), link].filter(Boolean).join('\n');
    try {
      const {id} = await destinationChannel(destination);
      await server.createPost({channel_id: id, message} as Post);
      return {destination};
    } catch (error) {
      return {destination, error: errorMessage(error)};
    }
  }

  /** Forwards the message to each destination. Those where it failed remain, to try again. */
  async function forward() {
    if (targets.length === 0) return setMissing(true);
    setBusy(true);
    const tried = await Promise.all(targets.map(send));
    const failed = tried.filter(({error}) => error !== undefined);
    const sent = tried.filter(({error}) => error === undefined);
    if (sent.length > 0) showSuccess(success(sent.map(nameOf)));
    if (failed.length === 0) return onClose();
    setTargets(failed);
    setBusy(false);
  }

  return (
    <FormDialog
      title={t`Forward message`}
      submitLabel={t`Forward`}
      busy={busy}
      failure={undefined}
      isChanged={comment !== '' || targets.length > 0}
      onSubmit={(event) => {
        event.preventDefault();
        void forward();
      }}
      onClose={onClose}
    >
      <ChosenList
        label={label}
        isEmpty={targets.length === 0}
        field={
          <PickerField
            label={label}
            required
            autoFocus
            chosen={null}
            error={isMissing && targets.length === 0 ? t`Select a channel or a person.` : undefined}
          >
            {(close) => (
              <DestinationChooser
                teams={[team]}
                label={label}
                without={targets.map(({destination}) => destinationId(destination))}
                full={
                  targets.length < MAX_TARGETS
                    ? undefined
                    : plural(MAX_TARGETS, {
                        one: 'You can choose up to # channel or person.',
                        other: 'You can choose up to # channels and people.',
                      })
                }
                onChoose={(destination) => {
                  setTargets([...targets, {destination}]);
                  close();
                }}
              />
            )}
          </PickerField>
        }
      >
        {targets.map((target) => (
          <ChosenItem
            key={destinationId(target.destination)}
            name={nameOf(target)}
            onRemove={() => setTargets(targets.filter((other) => other !== target))}
          />
        ))}
      </ChosenList>
      {targets.map((target) => (
        <ErrorNotice key={destinationId(target.destination)} text={failure(nameOf(target), target.error)} />
      ))}
      <TextArea
        label={t`Comment`}
        rows={2}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
      />
      <blockquote className={styles.quote}>
        <Quote post={post}>
          <Contents post={post} />
        </Quote>
      </blockquote>
      {from && from.type !== 'O' && (
        <p className={styles.hint}>
          <Trans>Only people who have access to the original channel can read the message.</Trans>
        </p>
      )}
    </FormDialog>
  );
}

/** Names only a few destinations, because the text covers a part of the page. */
function success(names: readonly string[]): string {
  if (names.length > 2) {
    return plural(names.length, {one: 'Forwarded to # destination', other: 'Forwarded to # destinations'});
  }
  const name = list(names);
  return t`Forwarded to ${name}`;
}

function failure(name: string, error: string | undefined): string | undefined {
  return error === undefined ? undefined : t`Not forwarded to ${name}: ${error}`;
}

/** The files of a message. If it has neither text nor files, what it has instead. */
function Contents({post}: {post: Post}) {
  const files: readonly FileInfo[] = post.metadata?.files ?? [];
  if (files.length > 0) {
    return (
      <ul className={styles.files}>
        {files.map((file) => (
          <li key={file.id} className={styles.file}>
            {isPicture(file) && file.has_preview_image ? (
              <img
                className={styles.picture}
                src={server.getFileThumbnailUrl(file.id, 0)}
                alt={file.name}
                title={file.name}
              />
            ) : (
              <>
                <Icon name="file" size={16} />
                <bdi>{file.name}</bdi>
              </>
            )}
          </li>
        ))}
      </ul>
    );
  }
  if (post.message !== '') return null;
  return <p className={styles.hint}>{summarize(post) || t`Message without text`}</p>;
}
