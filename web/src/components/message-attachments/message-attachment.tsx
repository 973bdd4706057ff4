import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {type ReactNode, useState} from 'react';
import {directionOf} from '../../../../server/src/platform/formats/directions/directions.ts';
import {type Attachment, borderColor, fieldRows, getFallback, isBare} from '../../data/posts/attachments.ts';
import {usePreference} from '../../data/preferences/preferences.ts';
import {useImageSource} from '../../data/system/image-source.ts';
import {safeUrl} from '../../lib/safe-url.ts';
import {MarkdownLink} from '../markdown/inline.tsx';
import {InlineText} from '../markdown/inline-text.tsx';
import {Markdown} from '../markdown/markdown.tsx';
import {Button} from '../ui/button.tsx';
import {Collapsible} from '../ui/collapsible.tsx';
import {SteadyPicture} from '../ui/steady-picture.tsx';
import {AttachmentActions} from './attachment-actions.tsx';
import styles from './message-attachment.module.css';

/** Pixels above which the text is collapsed. */
const TEXT_HEIGHT = 200;
/** In characters. Longer footers are cut off. */
const FOOTER_LENGTH = 300;

/** A formatted block under a message (docs/specification.md#message-attachments). */
export function MessageAttachment({attachment, postId}: {attachment: Attachment; postId: string}) {
  const {color, pretext, authorName, title, titleLink, text, fields, footer, fallback} = attachment;
  // Columns and buttons follow the direction of the text, not of the page.
  const dir = directionOf([title, text, ...fields.map((field) => field.title), fallback, footer].join(' '));
  return (
    <div className={styles.container}>
      {pretext && <Markdown text={pretext} />}
      <div className={styles.attachment} dir={dir} style={{borderInlineStartColor: borderColor(color)}}>
        <div className={styles.main}>
          {authorName && <AttachmentAuthor {...attachment} />}
          {title && (
            <div className={styles.title} dir="auto">
              {titleLink ? (
                // Not Markdown: its links would be nested in this link.
                <MarkdownLink href={titleLink}>
                  <InlineText text={title} />
                </MarkdownLink>
              ) : (
                <Markdown text={title} inline />
              )}
            </div>
          )}
          {isBare(attachment) && (
            <div className={styles.plain} dir="auto">
              {attachment.fallback}
            </div>
          )}
          {text && (
            <Collapsible height={TEXT_HEIGHT}>
              <Markdown text={text} />
            </Collapsible>
          )}
          {fields.length > 0 && <Fields fields={fields} />}
          <Picture url={attachment.imageUrl} label={title || t`Image`} />
          {footer && (
            <div className={styles.footer} dir="auto">
              <SmallIcon url={attachment.footerIcon} />
              <bdi>{footer.length > FOOTER_LENGTH ? `${footer.slice(0, FOOTER_LENGTH)}…` : footer}</bdi>
            </div>
          )}
          <Actions attachment={attachment} postId={postId} />
        </div>
        <Thumb url={attachment.thumbUrl} />
      </div>
    </div>
  );
}

/** Used where formatting is turned off. Buttons and menus still appear. */
export function PlainAttachment({attachment, postId}: {attachment: Attachment; postId: string}) {
  return (
    <div className={styles.plain} dir="auto">
      {getFallback(attachment)}
      <Actions attachment={attachment} postId={postId} />
    </div>
  );
}

function Actions({attachment: {actions}, postId}: {attachment: Attachment; postId: string}) {
  if (actions.length === 0) return null;
  return <AttachmentActions actions={actions} postId={postId} />;
}

function AttachmentAuthor({authorName, authorLink, authorIcon}: Attachment) {
  const name: ReactNode = safeUrl(authorLink) ? (
    <MarkdownLink href={authorLink}>{authorName}</MarkdownLink>
  ) : (
    authorName
  );
  return (
    <div className={styles.author} dir="auto">
      <SmallIcon url={authorIcon} />
      <bdi>{name}</bdi>
    </div>
  );
}

function Fields({fields}: Pick<Attachment, 'fields'>) {
  return (
    <div className={styles.fields}>
      {fieldRows(fields).map((row, index) => (
        <dl key={index} className={styles.row} data-pair={row.length === 2 || undefined}>
          {row.map((field, place) => (
            <div key={place} className={field.share === undefined ? undefined : styles.option}>
              {field.title && (
                <dt className={styles.fieldTitle} dir="auto">
                  <Markdown text={field.title} inline />
                </dt>
              )}
              <dd>
                {field.share !== undefined && <Bar share={field.share} />}
                <Markdown text={field.value} />
              </dd>
            </div>
          ))}
        </dl>
      ))}
    </div>
  );
}

/** The value next to it says the same to screen readers. */
function Bar({share}: {share: number}) {
  return (
    <div className={styles.track}>
      <div className={styles.bar} style={{inlineSize: `${100 * Math.min(1, Math.max(0, share))}%`}} />
    </div>
  );
}

/** Hides an image that fails to load. */
function useLoadable(url: string, size?: 'thumb' | 'image'): [string | undefined, () => void] {
  const source = useImageSource(url, size);
  const [broken, setBroken] = useState<string>();
  return [source === broken ? undefined : source, () => setBroken(source)];
}

function SmallIcon({url}: {url: string}) {
  // A thumbnail, because 16 CSS pixels are more than 16 device pixels on most screens.
  const [source, onError] = useLoadable(url, 'thumb');
  if (!source) return null;
  return <img className={styles.icon} src={source} width={16} height={16} alt="" onError={onError} />;
}

/** The image of an attachment fits into these pixels (docs/specification.md#message-attachments). */
const PICTURE_BOX = [400, 300] as const;

function Picture({url, label}: {url: string; label: string}) {
  const [source, onError] = useLoadable(url);
  const isCollapsed = usePreference('display_settings', 'collapse_previews', 'false') === 'true';
  const [isShown, setShown] = useState(!isCollapsed);
  if (!source) return null;
  if (!isShown) {
    return (
      <div>
        <Button size="small" kind="quiet" icon="image" onPress={() => setShown(true)}>
          <Trans>Show image</Trans>
        </Button>
      </div>
    );
  }
  return (
    <a className={styles.pictureLink} href={safeUrl(url)} target="_blank" rel="noopener noreferrer nofollow">
      <SteadyPicture
        className={styles.picture}
        url={url}
        source={source}
        alt={label}
        box={PICTURE_BOX}
        onError={onError}
      />
    </a>
  );
}

function Thumb({url}: {url: string}) {
  const [source, onError] = useLoadable(url, 'image');
  if (!source) return null;
  return <img className={styles.thumb} src={source} alt="" loading="lazy" onError={onError} />;
}
