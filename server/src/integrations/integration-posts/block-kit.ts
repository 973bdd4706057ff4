import {isJsonObject} from '../../platform/formats/json.ts';

/**
 * Converts Slack's Block Kit to Markdown. Keeps all readable text in order; layout and controls are lost. Text stays in
 * Slack's format, which is converted later for all texts of a webhook. Accepts any input and never throws. Blocks with
 * content never become empty text.
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
        lines(textOf(block.text), textOf(block.title), textOf(block.alt_text)) ||
        unsupported('block', block.type)
      );
  }
}

/** Converts an element in a block: an image, a button, a menu or text. */
function elementToText(element: unknown): string {
  if (!isJsonObject(element)) return '';
  if (element.type === 'image') {
    const alternative = textOf(element.alt_text) || 'image';
    const url =
      urlOf(element.image_url) ??
      (isJsonObject(element.slack_file) ? urlOf(element.slack_file.url) : undefined);
    return url ? `![${alternative}](${url})` : alternative;
  }
  const text = textOf(element.text) || textOf(element.placeholder);
  if (text !== '') return element.type === 'button' ? link(text, element.url) : text;
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

/** The text of a string or of Slack's `{type, text}`. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return isJsonObject(value) && typeof value.text === 'string' ? value.text : '';
}

function link(label: string, url: unknown): string {
  const target = urlOf(url);
  return target && label && label !== target ? `[${label}](${target})` : label || (target ?? '');
}

function urlOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^https?:\/\//i.test(value) ? value : undefined;
}

function unsupported(what: string, type: unknown): string {
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
