import {isJsonObject} from '../../platform/formats/json.ts';

/**
 * Slack's Block Kit as Markdown: layout and controls are lost, what a person would read is kept, in order. Text
 * stays in Slack's own format, for the translation that all of a webhook's texts go through. Takes anything and
 * never throws; blocks that say something never become an empty text.
 */
export function blocksToText(blocks: unknown): string {
  if (!Array.isArray(blocks)) return '';
  return blocks.map(blockToText).filter(Boolean).join('\n\n');
}

function blockToText(block: unknown): string {
  if (!isJsonObject(block)) return '';
  switch (block.type) {
    case 'header':
      return prefixed('#### ', textOf(block.text));
    case 'section':
      return lines(
        textOf(block.text),
        lines(...listOf(block.fields).map(textOf)),
        elementToText(block.accessory),
      );
    case 'context':
      return listOf(block.elements).map(elementToText).filter(Boolean).join(' ');
    case 'actions':
      return listOf(block.elements).map(elementToText).filter(Boolean).join(' · ');
    case 'divider':
      return '---';
    case 'image':
      return lines(textOf(block.title), elementToText(block));
    case 'video':
      return lines(
        link(textOf(block.title) || textOf(block.alt_text), block.video_url),
        textOf(block.description),
      );
    case 'input':
      return lines(prefixed('**', textOf(block.label), '**'), textOf(block.hint));
    case 'rich_text':
      return listOf(block.elements).map(richTextToText).filter(Boolean).join('\n');
    case 'markdown':
      return textOf(block.text);
    default:
      return (
        lines(textOf(block.text), textOf(block.title), textOf(block.alt_text)) || dropped('block', block.type)
      );
  }
}

/** An element inside a block: an image, a button, a menu, or a piece of text. */
function elementToText(element: unknown): string {
  if (!isJsonObject(element)) return '';
  if (element.type === 'image') {
    const alternative = textOf(element.alt_text) || 'image';
    const url =
      urlOf(element.image_url) ??
      (isJsonObject(element.slack_file) ? urlOf(element.slack_file.url) : undefined);
    return url ? `![${alternative}](${url})` : alternative;
  }
  const words = textOf(element.text) || textOf(element.placeholder);
  if (words !== '') return element.type === 'button' ? link(words, element.url) : words;
  return '';
}

function richTextToText(element: unknown): string {
  if (!isJsonObject(element)) return '';
  const inner = () => listOf(element.elements).map(richTextPiece).join('');
  switch (element.type) {
    case 'rich_text_quote':
      return inner()
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n');
    case 'rich_text_preformatted':
      return `\`\`\`\n${inner()}\n\`\`\``;
    case 'rich_text_list': {
      const indent = '    '.repeat(
        Math.min(8, typeof element.indent === 'number' ? Math.max(0, element.indent) : 0),
      );
      return listOf(element.elements)
        .map(
          (item, index) =>
            `${indent}${element.style === 'ordered' ? `${index + 1}.` : '-'} ${richTextToText(item)}`,
        )
        .join('\n');
    }
    default:
      return inner();
  }
}

function richTextPiece(piece: unknown): string {
  if (!isJsonObject(piece)) return '';
  switch (piece.type) {
    case 'link':
      return styled(link(textOf(piece.text) || String(piece.url ?? ''), piece.url), piece.style);
    case 'user':
      return `<@${piece.user_id}>`;
    case 'usergroup':
      return `@${piece.usergroup_id}`;
    case 'channel':
      return `<#${piece.channel_id}>`;
    case 'broadcast':
      return `<!${piece.range}>`;
    case 'emoji':
      return `:${piece.name}:`;
    case 'date':
      return textOf(piece.fallback) || String(piece.timestamp ?? '');
    default:
      return styled(textOf(piece.text), piece.style);
  }
}

function styled(text: string, style: unknown): string {
  if (text.trim() === '' || !isJsonObject(style)) return text;
  let result = text;
  if (style.code === true) result = `\`${result}\``;
  if (style.bold === true) result = `**${result}**`;
  if (style.italic === true) result = `_${result}_`;
  if (style.strike === true) result = `~~${result}~~`;
  return result;
}

/** A text that is a string, or Slack's `{type, text}` around one. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return isJsonObject(value) && typeof value.text === 'string' ? value.text : '';
}

function link(words: string, url: unknown): string {
  const target = urlOf(url);
  return target && words && words !== target ? `[${words}](${target})` : words || (target ?? '');
}

function urlOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^https?:\/\//i.test(value) ? value : undefined;
}

function dropped(what: string, type: unknown): string {
  return `_(${what} of type ${JSON.stringify(type ?? null)} is not shown)_`;
}

function prefixed(before: string, text: string, after = ''): string {
  return text === '' ? '' : `${before}${text}${after}`;
}

function lines(...texts: string[]): string {
  return texts.filter(Boolean).join('\n');
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
