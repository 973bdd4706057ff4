import type {TSchema} from 'typebox';
import {otherVariables} from './environment.ts';
import type {Setting} from './setting-list.ts';
import {allowedValues, isSection, settingList} from './setting-list.ts';
import {SettingsSchema} from './settings.ts';

const INTRODUCTION = `# Configuration

Patchbay needs no configuration to start. Everything here is for changing what it does.

This page is generated from the schema of the settings (\`server/src/platform/config/settings.ts\`); write it anew
with \`npx node scripts/write-configuration-doc.ts\`.

## Where settings come from

A setting has a section and a name, such as \`ServiceSettings.SiteURL\`. Its value is the last of these that has one:

1. its default, in the tables below;
2. the file \`config.json\` in the data directory;
3. a variable of the environment.

**The file** holds sections, and in them settings:

\`\`\`json
{
  "ServiceSettings": {"SiteURL": "https://chat.example.org", "ListenAddress": ":8065"},
  "TeamSettings": {"ExperimentalDefaultChannels": ["news", "help"]}
}
\`\`\`

**The environment** names a setting by \`PATCHBAY_\`, its section and its name, joined by \`_\`, all in capitals:

\`\`\`sh
PATCHBAY_SERVICESETTINGS_SITEURL=https://chat.example.org
PATCHBAY_SERVICESETTINGS_ENABLEDEVELOPER=true
PATCHBAY_TEAMSETTINGS_EXPERIMENTALDEFAULTCHANNELS=news,help
PATCHBAY_MESSAGEEXPORTSETTINGS_GLOBALRELAYSETTINGS_CUSTOMERTYPE=A10
\`\`\`

Booleans are \`true\` or \`false\`; numbers are written in digits; lists are separated by commas, or are JSON
(\`["news","help"]\`).

**While the server runs**, administrators change settings in the web client, through \`PUT /api/v4/config\` and
\`PUT /api/v4/config/patch\`, or with \`npx patchbay config set\`. What differs from its default is stored in
\`config.json\`, readable only by the account that the server runs under. Changes made through the server take effect
at once, except for settings that need a restart. What the environment sets can only be changed there.

**Secrets** are never shown: \`${'*'.repeat(32)}\` stands in their place. Sent back, it leaves the secret as it is.

**Mistakes** stop the start. An unknown setting, or a value that is not allowed, is named together with where it came
from, what is allowed, and the name that was probably meant.`;

/** The text of `docs/configuration.md`: how settings work, and every one of them. */
export function referencePage(): string {
  const parts = [INTRODUCTION, '## Variables that are not settings', variablesTable()];
  for (const [name, schema] of Object.entries(SettingsSchema.properties))
    parts.push(sectionText(name, schema));
  return `${parts.join('\n\n')}\n`;
}

function variablesTable(): string {
  return table(
    ['Variable', 'What it is'],
    Object.entries(otherVariables).map(([name, what]) => [code(name), what]),
  );
}

interface Section {
  description?: string;
  properties: Readonly<Record<string, TSchema>>;
}

function sectionText(name: string, section: Section): string {
  const settings = settingList.filter(({path}) => path.slice(0, -1).join('.') === name);
  const parts = [`## ${name}`, section.description ?? ''];
  if (settings.length > 0) parts.push(settingsTable(settings));
  for (const [key, inner] of Object.entries(section.properties)) {
    if (isSection(inner)) parts.push(sectionText(`${name}.${key}`, inner));
  }
  return parts.join('\n\n');
}

function settingsTable(settings: readonly Setting[]): string {
  return table(
    ['Setting', 'Allowed', 'Default', 'What it does', 'Needs a restart'],
    settings.map(({path, schema}) => [
      code(path.at(-1)!),
      `${allowedValues(schema)}${schema.secret ? ' (secret)' : ''}`,
      code(JSON.stringify(schema.default)),
      schema.description,
      schema.restart ? 'yes' : '',
    ]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((it) => it.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function code(text: string): string {
  return `\`${text}\``;
}
