import {type ReactNode, useState} from 'react';
import {Collapsible} from '../../components/collapsible.tsx';
import {safeUrl} from '../../lib/safe-url.ts';
import {MarkdownLink, useImageSource} from '../markdown/inline.tsx';
import {Markdown} from '../markdown/markdown.tsx';
import {AttachmentActions} from './attachment-actions.tsx';
import {type Attachment, borderColour, fieldRows} from './attachments.ts';
import styles from './message-attachment.module.css';

/** Pixels above which the text is collapsed. */
const TEXT_HEIGHT = 200;
/** Characters of a footer that are shown. */
const FOOTER_LENGTH = 300;

/** A formatted block under a message (specification, Message attachment). */
export function MessageAttachment({attachment, postId}: {attachment: Attachment; postId: string}) {
  const {color, pretext, authorName, title, titleLink, text, fields, footer} = attachment;
  return (
    <div className={styles.whole}>
      {pretext && <Markdown text={pretext} />}
      <div className={styles.attachment} style={{borderInlineStartColor: borderColour(color)}}>
        <div className={styles.main}>
          {authorName && <AttachmentAuthor {...attachment} />}
          {title && (
            <div className={styles.title}>
              {titleLink ? (
                <MarkdownLink href={titleLink}>
                  <Markdown text={title} inline />
                </MarkdownLink>
              ) : (
                <Markdown text={title} inline />
              )}
            </div>
          )}
          {text && (
            <Collapsible height={TEXT_HEIGHT}>
              <Markdown text={text} />
            </Collapsible>
          )}
          {fields.length > 0 && <Fields fields={fields} />}
          <Picture url={attachment.imageUrl} label={title || 'Picture'} />
          {footer && (
            <div className={styles.footer}>
              <SmallIcon url={attachment.footerIcon} />
              <span>{footer.length > FOOTER_LENGTH ? `${footer.slice(0, FOOTER_LENGTH)}…` : footer}</span>
            </div>
          )}
          {attachment.actions.length > 0 && (
            <AttachmentActions actions={attachment.actions} postId={postId} />
          )}
        </div>
        <Thumb url={attachment.thumbUrl} />
      </div>
    </div>
  );
}

function AttachmentAuthor({authorName, authorLink, authorIcon}: Attachment) {
  const name: ReactNode = safeUrl(authorLink) ? (
    <MarkdownLink href={authorLink}>{authorName}</MarkdownLink>
  ) : (
    authorName
  );
  return (
    <div className={styles.author}>
      <SmallIcon url={authorIcon} />
      <span>{name}</span>
    </div>
  );
}

function Fields({fields}: Pick<Attachment, 'fields'>) {
  return (
    <dl className={styles.fields}>
      {fieldRows(fields).map((row, index) => (
        <div key={index} className={styles.row} data-pair={row.length === 2 || undefined}>
          {row.map((field, place) => (
            <div key={place}>
              {field.title && (
                <dt className={styles.fieldTitle}>
                  <Markdown text={field.title} inline />
                </dt>
              )}
              <dd>
                <Markdown text={field.value} />
              </dd>
            </div>
          ))}
        </div>
      ))}
    </dl>
  );
}

/** What does not load is not shown: an empty frame says nothing. */
function useLoadable(url: string): [string | undefined, () => void] {
  const source = useImageSource(url);
  const [broken, setBroken] = useState<string>();
  return [source === broken ? undefined : source, () => setBroken(source)];
}

function SmallIcon({url}: {url: string}) {
  const [source, onError] = useLoadable(url);
  if (!source) return null;
  return <img className={styles.icon} src={source} width={16} height={16} alt="" onError={onError} />;
}

function Picture({url, label}: {url: string; label: string}) {
  const [source, onError] = useLoadable(url);
  if (!source) return null;
  return (
    <a className={styles.pictureLink} href={safeUrl(url)} target="_blank" rel="noopener noreferrer nofollow">
      <img className={styles.picture} src={source} alt={label} loading="lazy" onError={onError} />
    </a>
  );
}

function Thumb({url}: {url: string}) {
  const [source, onError] = useLoadable(url);
  if (!source) return null;
  return <img className={styles.thumb} src={source} alt="" loading="lazy" onError={onError} />;
}
