import {t} from '@lingui/core/macro';
import type {OpenGraphMetadata, Post, PostEmbed} from '@mattermost/types/posts';
import {useState} from 'react';
import {usePreference} from '../../data/preferences/preferences.ts';
import {useImageSource} from '../../data/system/image-source.ts';
import {MarkdownLink} from '../markdown/inline.tsx';
import {EmbedFrame} from './embed-frame.tsx';
import styles from './link-card.module.css';

/** The metadata of a linked page. All of it is plain text. */
export default function LinkCard({post, embed}: {post: Post; embed: PostEmbed}) {
  const {title = '', description, site_name, images} = embed.data as OpenGraphMetadata;
  const isCollapsed = usePreference('display_settings', 'collapse_previews', 'false') === 'true';
  const source = useImageSource(images[0]?.url, 'image');
  const [isBroken, setBroken] = useState(false);
  return (
    <EmbedFrame post={post} label={t`Link preview: ${title}`}>
      <div className={styles.texts}>
        <div className={styles.site} dir="auto">
          {site_name}
        </div>
        <div className={styles.title} dir="auto">
          <MarkdownLink href={embed.url}>{title}</MarkdownLink>
        </div>
        {description && (
          <div className={styles.description} dir="auto">
            {description}
          </div>
        )}
      </div>
      {source && !isCollapsed && !isBroken && (
        <img className={styles.image} src={source} alt="" loading="lazy" onError={() => setBroken(true)} />
      )}
    </EmbedFrame>
  );
}
