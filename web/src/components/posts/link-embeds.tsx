import type {OpenGraphMetadata, Post, PostEmbed} from '@mattermost/types/posts';
import {useShowsPreviews} from '../../data/posts/link-previews.ts';
import {MarkdownImage} from '../markdown/inline.tsx';
import {lazyComponent} from '../ui/lazy-component.tsx';
import styles from './link-embeds.module.css';
import {QuoteCard} from './quotes/quote-card.tsx';

const CARDS = {
  opengraph: lazyComponent(() => import('./link-card.tsx')),
  // Its height depends on the message, so it has to be there from the first frame.
  permalink: QuoteCard,
};

/** Previews of the links in a message: pages, messages and images. While a card loads, its space is reserved. */
export function LinkEmbeds({post}: {post: Post}) {
  const isShown = useShowsPreviews();
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
