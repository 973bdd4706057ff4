import type {ReactNode} from 'react';
import {formatName, useNameFormat, usePersonByUsername} from '../../data/people/people.ts';
import {parseMarkdown} from '../../lib/markdown/parse.ts';
import {Emoji, EmojiCharacter} from '../emoji/emoji.tsx';

/**
 * The excerpt of a message (`lib/markdown/parse.ts`) on one line, with emoji and the names of people as messages show
 * them; undefined if the message has no text.
 */
export function renderExcerpt(text: string): ReactNode {
  const parts: ReactNode[] = [];
  for (const block of parseMarkdown(text)) {
    for (const {type, content, markup} of block.children ?? [block]) {
      const key = parts.length;
      if (type === 'emoji') parts.push(<Emoji key={key} name={content} fallback={markup} />);
      else if (type === 'emoji_character') parts.push(<EmojiCharacter key={key} character={content} />);
      else if (type === 'mention') parts.push(<MentionedName key={key} name={content} />);
      else if (type === 'channel' || type === 'hashtag') parts.push(markup);
      else parts.push(type.endsWith('break') ? ' ' : content);
    }
    parts.push(' ');
  }
  return parts.some((part) => typeof part !== 'string' || part.trim() !== '') ? parts : undefined;
}

/** The name of a mentioned person; as it was typed if no one has it. */
function MentionedName({name}: {name: string}) {
  const format = useNameFormat();
  const lower = name.toLowerCase();
  // The name may be followed by the period of its sentence.
  const trimmed = lower.replace(/[._-]+$/, '');
  const whole = usePersonByUsername(lower);
  const short = usePersonByUsername(trimmed === lower ? '' : trimmed);
  const person = whole ?? short;
  if (!person) return `@${name}`;
  return (
    <>
      <bdi>@{formatName(person, format)}</bdi>
      {whole ? '' : name.slice(trimmed.length)}
    </>
  );
}
