import type {Field, ObjectFormat, TextOptions} from './fields.ts';
import {LINE_TYPES} from './objects.ts';

const INTRODUCTION = `# Bulk import format

This page lists every object and field of the [bulk import](bulk-import.md) format. It is generated from
\`server/src/data-exchange/bulk-import/format/objects.ts\`. To update it, run
\`npx node scripts/write-import-format-doc.ts\`.

- **Required**: *yes* means that a line without the field is an error. *Recommended* means that it is a warning, or an
  error with \`--strict\`. If an optional field is absent, the stored value doesn't change. \`null\` means absent.
- Fields marked *newer* are only in files from newer Mattermost servers. [\`--strict\`](specification.md#strict-mode)
  rejects them.
- Times are in milliseconds since 1970. Upper-case letters in names are converted to lower case.`;

/** The content of `docs/bulk-import-format.md`: every object of the format, with the rules of its fields. */
export function importFormatPage(): string {
  const parts = [INTRODUCTION];
  const described = new Set<string>();
  for (const [type, {format, newer}] of Object.entries(LINE_TYPES)) {
    const title = `## ${type}${newer ? ' (newer)' : ''}`;
    describe(title, format as unknown as ObjectFormat, parts, described);
  }
  return `${parts.join('\n\n')}\n`;
}

/** Describes an object, followed by its nested objects that have not been described yet. */
function describe(title: string, format: ObjectFormat, parts: string[], described: Set<string>): void {
  described.add(format.name);
  const rows = Object.entries(format.fields).map(([name, field]) =>
    [`\`${name}\``, allowedIn(field), mustOf(field), aboutOf(field)].map(cell).join(' | '),
  );
  parts.push(
    title,
    [
      '| Field | Value | Required | Description |',
      '|---|---|---|---|',
      ...rows.map((row) => `| ${row} |`),
    ].join('\n'),
  );
  if (format.rules.length > 0) parts.push(format.rules.map(({about}) => `- ${about}`).join('\n'));
  for (const {object} of Object.values(format.fields)) {
    if (object && !described.has(object.name)) describe(`### ${headingOf(object)}`, object, parts, described);
  }
}

function headingOf({name}: ObjectFormat): string {
  return name[0]!.toUpperCase() + name.slice(1);
}

function linkTo(object: ObjectFormat): string {
  return `[${object.name}](#${headingOf(object).toLowerCase().replaceAll(' ', '-')})`;
}

function allowedIn(field: Field): string {
  switch (field.kind) {
    case 'switch':
      return '`true` or `false`';
    case 'flag':
      return 'boolean';
    case 'integer':
      return field.integer?.time ? 'time' : `whole number${field.integer?.min === 0 ? ' from 0' : ''}`;
    case 'json':
      return `JSON object, at most ${number(field.text!.max!)} characters`;
    case 'object':
      return linkTo(field.object!);
    case 'objects':
      return `list${entriesOf(field)} of ${linkTo(field.object!)}`;
    case 'texts':
      return `list${entriesOf(field)} of texts${field.text?.form ? `: ${field.text.form}` : ''}`;
    case 'text':
      return textOf(field.text!);
  }
}

function entriesOf({entries}: Field): string {
  return entries ? ` (${entries.min} to ${entries.max})` : '';
}

function textOf({values, form, min = 0, max, unit = 'characters'}: TextOptions): string {
  if (values) return values.map((value) => (value === '' ? 'empty' : `\`${value}\``)).join(', ');
  if (form) return max === undefined ? form : `${form}, at most ${number(max)} ${unit}`;
  if (max === undefined) return min > 0 ? 'text, not empty' : 'text';
  return min > 0 ? `text of ${min} to ${number(max)} ${unit}` : `text of at most ${number(max)} ${unit}`;
}

function mustOf({required, expected}: Field): string {
  return required ? 'yes' : expected ? 'recommended' : '';
}

function aboutOf({about, aliases = [], newer, text}: Field): string {
  const spellings = Object.entries(text?.spellings ?? {}).map(
    ([other, value]) => `\`${other}\` for \`${value}\``,
  );
  const notes = [
    ...(aliases.length > 0 ? [`also ${aliases.map((alias) => `\`${alias}\``).join(', ')}`] : []),
    ...(spellings.length > 0 ? [`also ${spellings.join(', ')}`] : []),
    ...(newer ? ['*newer*'] : []),
  ];
  return [about, ...notes].join('; ');
}

function number(value: number): string {
  return value.toLocaleString('en');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
