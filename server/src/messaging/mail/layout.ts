/** An email before it is formatted. All texts are plain. */
export interface MailContent {
  /** The language of the texts, such as `pt-BR`. */
  language: string;
  direction: 'ltr' | 'rtl';
  subject: string;
  title: string;
  paragraphs: readonly string[];
  /** The link that the email is for. */
  link?: {label: string; url: string};
  /** Small print at the end. */
  footer: string;
}

/** The plain text of an email. */
export function mailText({title, paragraphs, link, footer}: MailContent): string {
  return [title, ...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : []), `-- \n${footer}`, '']
    .map((block) => block.trim())
    .join('\n\n');
}

/**
 * The same as HTML. Mail clients drop style sheets, so that all styles are inline, except for the dark colors, which only
 * newer clients support.
 */
export function mailHtml({
  language,
  direction,
  subject,
  title,
  paragraphs,
  link,
  footer,
}: MailContent): string {
  const font = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
  const text = paragraphs.map((it) => `<p style="margin:0 0 16px">${escaped(it)}</p>`).join('\n');
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
  .quiet { color: #a9b4bd !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:24px 12px;background:#f1f4f5">
<div class="card" style="max-width:520px;margin:0 auto;padding:32px;border-radius:12px;background:#ffffff;color:#1b2328;${font};font-size:16px;line-height:1.5">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escaped(title)}</h1>
${text}
${button}
<p class="quiet" style="margin:24px 0 0;font-size:13px;color:#5b6670">${escaped(footer)}</p>
</div>
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
