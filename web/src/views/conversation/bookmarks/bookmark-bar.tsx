import {t} from '@lingui/core/macro';
import type {ChannelBookmark} from '@mattermost/types/channel_bookmarks';
import type {ServerChannel} from '@mattermost/types/channels';
import {useState} from 'react';
import {Button as AriaButton} from 'react-aria-components/Button';
import {GridList, GridListItem} from 'react-aria-components/GridList';
import {useDragAndDrop} from 'react-aria-components/useDragAndDrop';
import {Emoji} from '../../../components/emoji/emoji.tsx';
import {FileViewer} from '../../../components/files/file-viewer.ts';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {Icon} from '../../../components/ui/icon.tsx';
import {IconButton} from '../../../components/ui/icon-button.tsx';
import {Menu, MenuItem} from '../../../components/ui/menu.tsx';
import {movedTo} from '../../../data/channels/arranging.ts';
import {deleteBookmark, moveBookmark, useMayBookmark} from '../../../data/channels/bookmark-changes.ts';
import {errorMessage} from '../../../lib/server.ts';
import {showError} from '../../../lib/toasts.ts';
import styles from './bookmark-bar.module.css';
import BookmarkDialog from './bookmark-dialog.tsx';

const report = (error: unknown) => showError(errorMessage(error));

interface BookmarkBarProps {
  channel: ServerChannel;
  bookmarks: readonly ChannelBookmark[];
}

/** The links and files below the header of a channel. */
export default function BookmarkBar({channel, bookmarks}: BookmarkBarProps) {
  const [viewed, setViewed] = useState<ChannelBookmark>();
  const [added, setAdded] = useState<'link' | 'file'>();
  const mayAdd = useMayBookmark(channel, 'add');
  const mayOrder = useMayBookmark(channel, 'order');
  const ids = bookmarks.map(({id}) => id);
  const move = (id: string, otherId: string, side: 'after' | 'before' | 'place') =>
    void moveBookmark(channel.id, bookmarks, id, movedTo(ids, id, otherId, side)).catch(report);
  const {dragAndDropHooks} = useDragAndDrop({
    isDisabled: !mayOrder,
    getItems: (keys) => [...keys].map((key) => ({'text/plain': String(key)})),
    onReorder: ({keys, target}) => {
      if (target.dropPosition !== 'on') move(String([...keys][0]), String(target.key), target.dropPosition);
    },
  });
  return (
    <div className={styles.bar}>
      <GridList
        className={styles.list}
        aria-label={t`Bookmarks`}
        layout="grid"
        items={bookmarks}
        dragAndDropHooks={dragAndDropHooks}
      >
        {(bookmark) => {
          const place = ids.indexOf(bookmark.id);
          return (
            <GridListItem
              className={styles.bookmark}
              id={bookmark.id}
              textValue={bookmark.display_name}
              href={bookmark.type === 'link' ? bookmark.link_url : undefined}
              target="_blank"
              rel="noopener noreferrer nofollow"
              onAction={bookmark.type === 'file' ? () => setViewed(bookmark) : undefined}
            >
              {mayOrder && (
                <AriaButton slot="drag" className={styles.handle}>
                  <Icon name="swap" size={14} />
                </AriaButton>
              )}
              {bookmark.emoji ? (
                <Emoji name={bookmark.emoji.replaceAll(':', '')} />
              ) : (
                <Icon name={bookmark.type === 'file' ? 'file' : 'link'} size={15} />
              )}
              <bdi className={styles.name}>{bookmark.display_name}</bdi>
              <BookmarkMenu
                channel={channel}
                bookmark={bookmark}
                onBack={mayOrder && place > 0 ? () => move(bookmark.id, ids[place - 1]!, 'place') : undefined}
                onForward={
                  mayOrder && place < ids.length - 1
                    ? () => move(bookmark.id, ids[place + 1]!, 'place')
                    : undefined
                }
              />
            </GridListItem>
          );
        }}
      </GridList>
      {mayAdd && (
        <Menu
          label={t`Add bookmark`}
          trigger={<IconButton icon="add" size="small" label={t`Add bookmark`} />}
        >
          <MenuItem icon="link" onAction={() => setAdded('link')}>
            {t`Add link to bookmarks`}
          </MenuItem>
          <MenuItem icon="attach" onAction={() => setAdded('file')}>
            {t`Add file to bookmarks`}
          </MenuItem>
        </Menu>
      )}
      {added && <BookmarkDialog channel={channel} type={added} onClose={() => setAdded(undefined)} />}
      {viewed?.file && <FileViewer files={[viewed.file]} start={0} onClose={() => setViewed(undefined)} />}
    </div>
  );
}

interface BookmarkMenuProps {
  channel: ServerChannel;
  bookmark: ChannelBookmark;
  onBack: (() => void) | undefined;
  onForward: (() => void) | undefined;
}

function BookmarkMenu({channel, bookmark, onBack, onForward}: BookmarkMenuProps) {
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const mayEdit = useMayBookmark(channel, 'edit');
  const mayDelete = useMayBookmark(channel, 'delete');
  const name = bookmark.display_name;
  const close = () => setDialog(undefined);
  if (!mayEdit && !mayDelete && !onBack && !onForward) return null;
  return (
    <>
      <Menu
        label={t`Options for ${name}`}
        trigger={<IconButton icon="more" size="small" label={t`Options for ${name}`} />}
      >
        {mayEdit ? (
          <MenuItem icon="edit" onAction={() => setDialog('edit')}>
            {t`Edit`}
          </MenuItem>
        ) : null}
        {onBack ? (
          <MenuItem icon="arrowUp" onAction={onBack}>
            {t`Move forward`}
          </MenuItem>
        ) : null}
        {onForward ? (
          <MenuItem icon="arrowDown" onAction={onForward}>
            {t`Move back`}
          </MenuItem>
        ) : null}
        {mayDelete ? (
          <MenuItem icon="trash" danger onAction={() => setDialog('delete')}>
            {t`Delete`}
          </MenuItem>
        ) : null}
      </Menu>
      {dialog === 'edit' && (
        <BookmarkDialog channel={channel} type={bookmark.type} bookmark={bookmark} onClose={close} />
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={t`Delete bookmark?`}
          confirmLabel={t`Delete`}
          onConfirm={() => deleteBookmark(bookmark)}
          onClose={close}
        >
          {bookmark.type === 'file'
            ? t`“${name}” and its file will be deleted for everyone in this channel.`
            : t`“${name}” will be deleted for everyone in this channel.`}
        </ConfirmDialog>
      )}
    </>
  );
}
