import {t} from '@lingui/core/macro';
import {createElement, Fragment, type ReactNode} from 'react';
import {isOnlyEmoji, parseMarkdown, type Token} from '../../lib/markdown/parse.ts';
import {EmojiCharacter} from '../emoji/emoji.tsx';
import {CodeBlock} from './code-block.tsx';
import {Formula, FormulaBlock, useFormulasInText} from './formula.tsx';
import {ChannelLink, Hashtag, InlineEmoji, MarkdownImage, MarkdownLink, Mention, Words} from './inline.tsx';
import styles from './markdown.module.css';

interface MarkdownProps {
  text: string;
  /** Leaves out headings, lists and images, as in a header of one line. */
  inline?: boolean;
}

/** Renders Markdown as elements. The text never becomes HTML. */
export function Markdown({text, inline = false}: MarkdownProps) {
  const tokens = parseMarkdown(text, useFormulasInText());
  if (inline) return <span className={styles.inline}>{renderInlineOnly(tokens)}</span>;
  return (
    <div className={styles.markdown} data-large={isOnlyEmoji(tokens) || undefined}>
      {renderBlocks(tokens, hasWords(text) ? 'auto' : undefined)}
    </div>
  );
}

/**
 * Whether the text has a direction of its own: it contains words apart from emoji, mentions, channels and hashtags.
 */
function hasWords(text: string): boolean {
  return /\p{L}/u.test(text.replaceAll(/[:@~#]\S+/g, ''));
}

/** Block elements without attributes. */
const PLAIN_BLOCKS = new Set(['p', 'ul', 'li', 'blockquote', 'thead', 'tbody', 'tr']);

interface Open {
  token: Token;
  children: ReactNode[];
}

/**
 * Turns a flat list of tokens, in which blocks open and close, into nested elements. Each outer block has the
 * direction `dir`, so that an Arabic paragraph, list or quote is right-to-left next to an English one.
 */
function renderBlocks(tokens: readonly Token[], dir: 'auto' | undefined): ReactNode[] {
  const root: ReactNode[] = [];
  const stack: Open[] = [];
  const getHeadingLevel = headingLevels();
  const add = (node: ReactNode) => (stack.at(-1)?.children ?? root).push(node);
  tokens.forEach((token, index) => {
    if (token.nesting === 1) {
      stack.push({token, children: []});
    } else if (token.nesting === -1) {
      const {token: opening, children} = stack.pop()!;
      add(
        blockElement(
          opening,
          children,
          {key: index, dir: stack.length === 0 ? dir : undefined},
          getHeadingLevel,
        ),
      );
    } else if (token.type === 'inline') {
      const isItem = tokens[index - 2]?.type === 'list_item_open';
      add(<Fragment key={index}>{isItem ? renderItem(token) : renderInline(token.children ?? [])}</Fragment>);
    } else if (token.type === 'fence' && /^(?:latex|tex)$/i.test(token.info.trim())) {
      add(<FormulaBlock key={index} source={token.content} />);
    } else if (token.type === 'fence' || token.type === 'code_block') {
      add(<CodeBlock key={index} code={token.content.replace(/\n$/, '')} language={token.info.trim()} />);
    } else if (token.type === 'hr') {
      add(<hr key={index} />);
    } else {
      add(<Fragment key={index}>{token.content}</Fragment>);
    }
  });
  return root;
}

/** The first heading level in a message. The headings of the page are above it. */
const FIRST_LEVEL = 3;

/**
 * Returns a function that is called with the tag of each heading of a message in order, and returns its level. A
 * heading is one level below its parent, so that no level is skipped.
 */
function headingLevels(): (tag: string) => number {
  const above: string[] = [];
  return (tag) => {
    while (above.length > 0 && above.at(-1)! >= tag) above.pop();
    above.push(tag);
    return Math.min(6, FIRST_LEVEL + above.length - 1);
  };
}

const TASK = /^\[([ x])\]\s+/i;

/** The text of a list item. An item that starts with `[ ]` or `[x]` is a task. */
function renderItem({children}: Token): ReactNode {
  const [first, ...rest] = children ?? [];
  const task = first?.type === 'text' ? TASK.exec(first.content) : null;
  if (!first || !task) return renderInline(children ?? []);
  const isDone = task[1] !== ' ';
  return (
    <>
      <span
        className={styles.task}
        role="img"
        aria-label={isDone ? t`Done:` : t`To do:`}
        data-done={isDone || undefined}
      />
      {first.content.slice(task[0].length)}
      {renderInline(rest)}
    </>
  );
}

function attribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '');
}

function blockElement(
  token: Token,
  children: ReactNode[],
  props: {key: number; dir: 'auto' | undefined},
  getHeadingLevel: (tag: string) => number,
): ReactNode {
  const {tag} = token;
  const {key, dir} = props;
  // The paragraphs of a tight list are not rendered.
  if (token.type === 'paragraph_open' && token.hidden) return <Fragment key={key}>{children}</Fragment>;
  if (tag === 'table') {
    return (
      // A table that is wider than the message starts at its first column.
      <div key={key} className={`${styles.tableFrame} scrolls-sideways`} dir={dir} data-whole-line>
        <table>{children}</table>
      </div>
    );
  }
  if (tag === 'th' || tag === 'td') {
    const align = /text-align:(\w+)/.exec(attribute(token, 'style'))?.[1];
    return createElement(tag, {...props, 'data-align': align}, children);
  }
  if (tag === 'ol')
    return createElement('ol', {...props, start: Number(token.attrGet('start') ?? 1)}, children);
  if (token.type === 'heading_open') {
    return createElement(
      `h${getHeadingLevel(tag)}`,
      {...props, className: styles.heading, 'data-level': tag[1]},
      children,
    );
  }
  if (PLAIN_BLOCKS.has(tag)) return createElement(tag, props, children);
  return <Fragment key={key}>{children}</Fragment>;
}

function renderInline(tokens: readonly Token[]): ReactNode[] {
  const root: ReactNode[] = [];
  const stack: Open[] = [];
  const add = (node: ReactNode) => (stack.at(-1)?.children ?? root).push(node);
  tokens.forEach((token, index) => {
    if (token.nesting === 1) {
      stack.push({token, children: []});
      return;
    }
    if (token.nesting === -1) {
      const {token: opening, children} = stack.pop()!;
      add(inlineElement(opening, children, index));
      return;
    }
    add(<Fragment key={index}>{inlineLeaf(token)}</Fragment>);
  });
  return root;
}

function inlineElement(token: Token, children: ReactNode[], key: number): ReactNode {
  if (token.type === 'link_open') {
    return (
      <MarkdownLink
        key={key}
        href={attribute(token, 'href')}
        title={attribute(token, 'title') || undefined}
        // A URL reads from left to right. The text of a link follows the text around it.
        dir={token.info === 'auto' ? 'ltr' : undefined}
      >
        {children}
      </MarkdownLink>
    );
  }
  const tag = {em: 'em', strong: 'strong', s: 's'}[token.tag];
  return tag ? createElement(tag, {key}, children) : <Fragment key={key}>{children}</Fragment>;
}

function inlineLeaf(token: Token): ReactNode {
  switch (token.type) {
    case 'code_inline':
      return (
        <code className={styles.code} dir="ltr">
          {token.content}
        </code>
      );
    case 'softbreak':
    case 'hardbreak':
      return <br />;
    case 'mention':
      return <Mention name={token.content} />;
    case 'channel':
      return <ChannelLink name={token.content} source={token.markup} />;
    case 'hashtag':
      return <Hashtag tag={token.content} />;
    case 'emoji':
      return <InlineEmoji name={token.content} />;
    case 'emoji_character':
      return <EmojiCharacter character={token.content} />;
    case 'image':
      return (
        <MarkdownImage
          src={attribute(token, 'src')}
          alt={token.content}
          width={Number(attribute(token, 'width'))}
          height={Number(attribute(token, 'height'))}
        />
      );
    case 'formula':
      return <Formula source={token.content} />;
    case 'text':
      return <Words text={token.content} />;
    default:
      return token.content;
  }
}

/** The text as a single line, without blocks. */
function renderInlineOnly(tokens: readonly Token[]): ReactNode[] {
  return tokens
    .filter((token) => token.type === 'inline' || token.type === 'fence' || token.type === 'code_block')
    .map((token, index) => (
      <Fragment key={index}>
        {index > 0 && ' '}
        {token.type === 'inline'
          ? renderInline((token.children ?? []).filter(({type}) => type !== 'image').map(unbroken))
          : token.content}
      </Fragment>
    ));
}

function unbroken(token: Token): Token {
  return token.type.endsWith('break')
    ? Object.assign(Object.create(token), {type: 'text', content: ' '})
    : token;
}
