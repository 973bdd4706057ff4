import type {OpenGraphMetadata, Post, PostEmbed} from '@mattermost/types/posts';
import {usePreference} from '../../data/preferences/preferences.ts';
import {withCatalog} from '../../lib/i18n.ts';
import {MarkdownImage} from '../markdown/inline.tsx';
import {lazyComponent} from '../ui/lazy-component.tsx';
import styles from './link-embeds.module.css';

const CARDS = {
  opengraph: lazyComponent(() => import('./link-card.tsx')),
  permalink: lazyComponent(() => withCatalog('conversation', import('./quotes/quote-card.tsx'))),
};

/** Previews of the links in a message: pages, messages and images. While a card loads, its space is reserved. */
export function LinkEmbeds({post}: {post: Post}) {
  const isShown = usePreference('display_settings', 'link_previews', 'true') === 'true';
  const embeds = isShown ? (post.metadata?.embeds ?? []) : [];
  return embeds.map((embed: PostEmbed, index) => {
    const {type, url} = embed;
    if (type === 'image') return <MarkdownImage key={index} src={url} alt="" width={0} height={0} />;
    if (type !== 'opengraph' && type !== 'permalink') return null;
    const Card = CARDS[type];
    return (
      <div key={index} className={styles.card} data-kind={isBrief(embed) ? 'brief' : type}>
        <Card post={post} embed={embed} />
      </div>
    );
  });
}

/** Whether a page has only a title. */
function isBrief({type, data}: PostEmbed): boolean {
  return type === 'opengraph' && !(data as OpenGraphMetadata).description;
}
