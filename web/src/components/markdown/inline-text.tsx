import {Emoji} from '../emoji/emoji.tsx';

/** Plain text with emoji, such as the label of a button. */
export function InlineText({text}: {text: string}) {
  const parts = text.split(/(:[a-z0-9_+-]+:)/i);
  return (
    <span>
      {parts.map((part, index) =>
        index % 2 === 1 ? <Emoji key={index} name={part.slice(1, -1)} fallback={part} /> : part,
      )}
    </span>
  );
}
