import {t} from '@lingui/core/macro';
import type {ChannelBookmark} from '@mattermost/types/channel_bookmarks';
import type {ServerChannel} from '@mattermost/types/channels';
import {type FormEvent, useState} from 'react';
import {Field, TextField} from '../../../components/ui/field.tsx';
import {FormDialog, useDialogWork} from '../../../components/ui/form-dialog.tsx';
import {useIsChanged} from '../../../components/ui/use-is-changed.ts';
import {addBookmark, addFileBookmark, editBookmark} from '../../../data/channels/bookmark-changes.ts';

/** The maximum length of a name. */
const MAX_NAME = 64;

interface BookmarkDialogProps {
  channel: Pick<ServerChannel, 'id'>;
  type: ChannelBookmark['type'];
  /** The bookmark to edit; absent for a new one. */
  bookmark?: ChannelBookmark;
  onClose: () => void;
}

/** Adds a bookmark to a channel, or edits one. */
export default function BookmarkDialog({channel, type, bookmark, onClose}: BookmarkDialogProps) {
  const isFile = type === 'file';
  const [url, setUrl] = useState(bookmark?.link_url ?? '');
  const [file, setFile] = useState<File>();
  const [name, setName] = useState(bookmark?.display_name ?? '');
  const [missing, setMissing] = useState(false);
  const {run, state} = useDialogWork(onClose);
  const address = completed(url);
  const usual = [...(isFile ? (file?.name ?? '') : getHost(address))].slice(0, MAX_NAME).join('');

  async function save(event: FormEvent) {
    event.preventDefault();
    if (isFile ? !bookmark && !file : url.trim() === '') return setMissing(true);
    const display_name = name.trim() || usual;
    await run(async () => {
      if (bookmark) await editBookmark(bookmark, isFile ? {display_name} : {display_name, link_url: address});
      else if (file) await addFileBookmark(channel.id, file, display_name);
      else await addBookmark(channel.id, {type: 'link', display_name, link_url: address});
    });
  }

  return (
    <FormDialog
      title={bookmark ? t`Edit bookmark` : t`Add bookmark`}
      submitLabel={bookmark ? t`Save` : t`Add bookmark`}
      {...state}
      isChanged={useIsChanged(url, name) || file !== undefined}
      onSubmit={(event) => void save(event as FormEvent)}
    >
      {isFile && !bookmark && (
        <Field label={t`File`} required error={missing && !file ? t`Choose a file.` : undefined}>
          {(control) => (
            <input {...control} type="file" onChange={({target}) => setFile(target.files?.[0])} />
          )}
        </Field>
      )}
      {!isFile && (
        <TextField
          label={t`Link`}
          required
          autoFocus
          type="url"
          placeholder="https://example.com"
          maxLength={1024}
          value={url}
          error={missing && url.trim() === '' ? t`Enter a link.` : undefined}
          onChange={(event) => setUrl(event.target.value)}
        />
      )}
      <TextField
        label={t`Name`}
        maxLength={MAX_NAME}
        placeholder={usual}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}

function completed(url: string): string {
  const text = url.trim();
  return /^https?:/i.test(text) || text === '' ? text : `https://${text}`;
}

function getHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
