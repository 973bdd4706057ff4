import {t} from '@lingui/core/macro';
import {Composer} from '../../src/components/composer/composer.tsx';
import {FileCard} from '../../src/components/files/file-card.tsx';
import {PostItem} from '../../src/components/posts/post-item.tsx';
import {Row} from '../../src/components/posts/post-row.tsx';
import styles from '../gallery.module.css';
import {PENDING, POSTS, SAMPLE_CHANNEL, SAMPLE_FILE, SAMPLE_TIME} from '../sample-data.ts';
import {Specimen, Specimens} from '../specimen.tsx';

const noop = () => {};

export function Messages() {
  const name = 'Releases';
  return (
    <>
      <div className={styles.channel}>
        <Row place="channel" highlighted={false} row={{kind: 'day', key: 'day', at: SAMPLE_TIME}} />
        {POSTS.map(({id}, index) => (
          <PostItem key={id} id={id} follows={index === 1} place="channel" highlighted={index === 3} />
        ))}
        <Row place="channel" highlighted={false} row={{kind: 'new', key: 'new'}} />
        {PENDING.map((post) => (
          <PostItem key={post.id} id={post.id} pending={post} follows={false} place="channel" />
        ))}
        <Composer channelId={SAMPLE_CHANNEL} label={t`Write to ${name}`} />
      </div>
      <Specimens>
        <Specimen name="FileCard">
          <div className={styles.block}>
            <FileCard file={SAMPLE_FILE} onView={noop} />
          </div>
        </Specimen>
      </Specimens>
    </>
  );
}
