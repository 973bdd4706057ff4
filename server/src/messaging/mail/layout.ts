import {escaped} from './escaped.ts';

/** The content of an email before it is formatted. All texts are plain, except for the HTML of messages. */
export interface MailContent {
  /** The language of the texts, such as `pt-BR`. */
  language: string;
  direction: 'ltr' | 'rtl';
  subject: string;
  title: string;
  paragraphs: readonly string[];
  /** Messages that the email shows. */
  messages?: readonly MailMessage[];
  /** The main link of the email. */
  link?: MailLink;
  /** Small print at the end. */
  footer: string;
  /** Links after the small print. */
  footerLinks?: readonly MailLink[];
}

interface MailLink {
  label: string;
  url: string;
}

/** A message of a channel. */
export interface MailMessage {
  /** The author, the channel and the time. */
  heading: readonly string[];
  text: string;
  /** The text as HTML, from `markdownHtml`. By default, the text is shown as it is. */
  html?: string;
  /** Other content, such as file names. */
  details: readonly string[];
  link?: MailLink;
}

/** The plain text of an email. */
export function mailText({
  title,
  paragraphs,
  messages = [],
  link,
  footer,
  footerLinks = [],
}: MailContent): string {
  return [
    title,
    ...paragraphs,
    ...messages.map(messageText),
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    ['-- ', footer, ...footerLinks.map(({label, url}) => `${label}: ${url}`)].join('\n'),
    '',
  ]
    .map((block) => block.trim())
    .join('\n\n');
}

function messageText({heading, text, details, link}: MailMessage): string {
  return [heading.join(' · '), text, ...details, ...(link ? [`${link.label}: ${link.url}`] : [])]
    .filter(Boolean)
    .join('\n');
}

/**
 * The HTML of an email. Many mail clients drop style sheets, so all styles are inline except for the dark colors, which
 * only newer clients support.
 */
export function mailHtml({
  language,
  direction,
  subject,
  title,
  paragraphs,
  messages = [],
  link,
  footer,
  footerLinks = [],
}: MailContent): string {
  const font = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
  const text = paragraphs.map((it) => `<p style="margin:0 0 16px">${escaped(it)}</p>`).join('\n');
  const quotes = messages.map(messageHtml).join('\n');
  const links = footerLinks
    .map(
      ({label, url}) => `<a class="quiet" href="${escaped(url)}" style="color:#5b6670">${escaped(label)}</a>`,
    )
    .join(' · ');
  const button = link
    ? `<p style="margin:24px 0"><a class="button" href="${escaped(link.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0b5a6b;color:#ffffff;font-weight:600;text-decoration:none">${escaped(link.label)}</a></p>
<p class="quiet" style="margin:0 0 16px;font-size:13px;color:#5b6670;word-break:break-all" dir="ltr">${escaped(link.url)}</p>`
    : '';
  return `<!doctype html>
<html lang="${escaped(language)}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: #14191d !important; }
  .card { background: #1f262b !important; color: #e8ecef !important; }
  .message { background: #14191d !important; }
  .code { background: #2b343a !important; }
  .quiet { color: #a9b4bd !important; }
  .link { color: #7fd1e0 !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:24px 12px;background:#f1f4f5">
<div class="card" style="max-width:520px;margin:0 auto;padding:32px;border-radius:12px;background:#ffffff;color:#1b2328;${font};font-size:16px;line-height:1.5">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escaped(title)}</h1>
${text}
${quotes}
${button}
<p class="quiet" style="margin:24px 0 0;font-size:13px;color:#5b6670">${escaped(footer)}${links && `<br>\n${links}`}</p>
</div>
</body>
</html>
`;
}

/** A quoted message. The text direction follows its own language. */
function messageHtml({heading, text, html, details, link}: MailMessage): string {
  const parts = heading.map((part) => `<bdi>${escaped(part)}</bdi>`).join(' · ');
  const quiet = details.map(
    (line) =>
      `<p class="quiet" style="margin:4px 0 0;font-size:13px;color:#5b6670" dir="auto">${escaped(line)}</p>`,
  );
  return `<div class="message" style="margin:0 0 16px;padding:12px 16px;border-radius:8px;background:#f1f4f5">
<p class="quiet" style="margin:0 0 4px;font-size:13px;color:#5b6670">${parts}</p>
${
  html === undefined
    ? `<div style="white-space:pre-wrap;overflow-wrap:anywhere" dir="auto">${escaped(text)}</div>`
    : `<div style="overflow-wrap:anywhere" dir="auto">${html}</div>`
}
${quiet.join('\n')}
${link ? `<p style="margin:8px 0 0;font-size:13px"><a class="link" href="${escaped(link.url)}" style="color:#0b5a6b">${escaped(link.label)}</a></p>` : ''}
</div>`;
}
