import {t} from '@lingui/core/macro';
import {Plural} from '@lingui/react/macro';
import {useEffect, useState} from 'react';
import {useMayAttach} from '../../../data/files/may-attach.ts';
import {uploadFiles} from '../../../data/files/upload-files.ts';
import {useUploads} from '../../../data/files/uploads.ts';
import {Button} from '../../ui/button.tsx';
import type {MessageField} from '../use-message-field.ts';
import styles from './too-long.module.css';

interface TooLongProps {
  placeId: string;
  channelId: string;
  field: MessageField;
  /** The number of characters by which the message is too long. */
  excess: number;
}

/** The number of characters is announced when nothing was written for this time, in milliseconds. */
const PAUSE = 1_500;

/** Says that a message is too long to send, and offers to make it a file. */
export default function TooLong({placeId, channelId, field, excess}: TooLongProps) {
  const mayAttach = useMayAttach(channelId);
  const isUploading = useUploads(placeId).some(({error}) => !error);
  function attach() {
    const {text} = field.selection();
    const name = `${t({message: 'Message', comment: 'Name of a text file'})}.txt`;
    const file = new File([text], name, {type: 'text/plain'});
    uploadFiles(placeId, channelId, [file], undefined, () => {
      // Otherwise, the person has continued to write, or is in another channel. Undoing brings the text back.
      if (field.selection().text === text) field.put({text: '', start: 0, end: 0});
    });
  }
  return (
    <div className={styles.note}>
      <p>
        <ExcessText excess={excess} />
      </p>
      <Announcement excess={excess} />
      {mayAttach && (
        <Button size="small" icon="attach" busy={isUploading} onPress={attach}>
          {t`Attach as a text file`}
        </Button>
      )}
    </div>
  );
}

function ExcessText({excess}: {excess: number}) {
  return (
    <Plural
      value={excess}
      one="The message is # character too long."
      other="The message is # characters too long."
    />
  );
}

/** Announces the excess to screen readers: when the message becomes too long, and then at pauses, not at each key. */
function Announcement({excess}: {excess: number}) {
  const [announced, setAnnounced] = useState<number>();
  useEffect(() => {
    // Screen readers only announce what changes in the page, so it is empty at first.
    const timer = setTimeout(() => setAnnounced(excess), announced === undefined ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }, [excess, announced]);
  return (
    <p role="status" className="visually-hidden">
      {announced !== undefined && <ExcessText excess={announced} />}
    </p>
  );
}
