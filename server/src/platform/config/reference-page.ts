import type {TSchema} from 'typebox';
import {otherVariables} from './environment.ts';
import type {Setting} from './setting-list.ts';
import {allowedValues, isSection, settingList} from './setting-list.ts';
import {SettingsSchema} from './settings.ts';

const INTRODUCTION = `# Configuration

You can start Patchbay without any configuration. This page lists every setting that you can change.

It is generated from the settings schema (\`server/src/platform/config/settings.ts\`). To update it, run
\`npx node scripts/write-configuration-doc.ts\`.

## Where settings come from

A setting has a section and a name, such as \`ServiceSettings.SiteURL\`. Patchbay reads its value from these sources. A
later one overrides an earlier one:

1. The default, which is listed below.
2. The file \`config.json\` in the data directory.
3. An environment variable.

**The file** contains sections of settings:

\`\`\`json
{
  "ServiceSettings": {"SiteURL": "https://chat.example.org", "ListenAddress": ":8065"},
  "TeamSettings": {"ExperimentalDefaultChannels": ["news", "help"]}
}
\`\`\`

**Environment variables** are named \`PATCHBAY_<SECTION>_<SETTING>\` in upper case:

\`\`\`sh
PATCHBAY_SERVICESETTINGS_SITEURL=https://chat.example.org
PATCHBAY_SERVICESETTINGS_ENABLEDEVELOPER=true
PATCHBAY_TEAMSETTINGS_EXPERIMENTALDEFAULTCHANNELS=news,help
PATCHBAY_MESSAGEEXPORTSETTINGS_GLOBALRELAYSETTINGS_CUSTOMERTYPE=A10
\`\`\`

A boolean is \`true\` or \`false\`. A list is separated by spaces or commas, or JSON (\`["news","help"]\`).

**While the server is running**, administrators can change settings in the web client, with \`PUT /api/v4/config\` and
\`PUT /api/v4/config/patch\`, or with \`npx patchbay config set\`. Settings that differ from their defaults are stored in
\`config.json\`, which only the server's account can read. Changes take effect immediately, except for settings that
need a restart. You can change a setting that comes from an environment variable only there.

**Secrets** are never shown. They are replaced with \`${'*'.repeat(32)}\`. If you send
this mask back, the secret doesn't change.

**Errors:** The server doesn't start with an unknown setting or a value that isn't allowed. The error message says where
the setting comes from, which values are allowed, and which name you might have meant.`;

/** Renders `docs/configuration.md`. */
export function referencePage(): string {
  const parts = [INTRODUCTION, '## Variables that are not settings', variablesTable()];
  for (const [name, schema] of Object.entries(SettingsSchema.properties))
    parts.push(sectionText(name, schema));
  return `${parts.join('\n\n')}\n`;
}

function variablesTable(): string {
  return table(
    ['Variable', 'Description'],
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
    ['Setting', 'Allowed values', 'Default', 'Description', 'Needs a restart'],
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
