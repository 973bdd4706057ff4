import type {TSchema} from 'typebox';
import {otherVariables} from './environment.ts';
import type {Setting} from './setting-list.ts';
import {allowedValues, isSection, settingList} from './setting-list.ts';
import {LOCAL_SETTINGS, SettingsSchema} from './settings.ts';

const INTRODUCTION = `# Configuration

You can start Patchbay without any configuration. This page lists every setting that you can change.

It is generated from the settings schema (\`server/src/platform/config/settings.ts\`). To update it, run
\`npx node scripts/write-configuration-doc.ts\`.

## Where settings come from

A setting has a section and a name, such as \`ServiceSettings.SiteURL\`. Patchbay reads its value from these sources. A
later one overrides an earlier one:

1. The default, which is listed below.
2. The database. This is where administrators' changes are stored.
3. The file \`config.json\` in the data directory.
4. An environment variable.

**The database** contains the settings that were changed in the web client, with \`PUT /api/v4/config\` and
\`PUT /api/v4/config/patch\`, or with \`npx patchbay config set\`. All servers apply a change within a second, except for
settings that need a restart. [The history](#history) shows each change.

**The file** is yours: use it to manage settings with your own tools, or for one server of several. A setting in the file
is pinned: administrators see its value, but can't change it. Without the file, nothing is pinned. It contains sections
of settings:

\`\`\`json
{
  "ServiceSettings": {"SiteURL": "https://chat.example.org", "ListenAddress": ":8065"},
  "TeamSettings": {"ExperimentalDefaultChannels": ["news", "help"]}
}
\`\`\`

A running server applies changes of the file within a few seconds. If the file is no longer valid, the server logs a
warning and keeps the previous values.

**Environment variables** pin settings too. They are named \`PATCHBAY_<SECTION>_<SETTING>\` in upper case:

\`\`\`sh
PATCHBAY_SERVICESETTINGS_SITEURL=https://chat.example.org
PATCHBAY_SERVICESETTINGS_ENABLEDEVELOPER=true
PATCHBAY_TEAMSETTINGS_EXPERIMENTALDEFAULTCHANNELS=news,help
PATCHBAY_MESSAGEEXPORTSETTINGS_GLOBALRELAYSETTINGS_CUSTOMERTYPE=A10
\`\`\`

A boolean is \`true\` or \`false\`. A list is separated by spaces or commas, or JSON (\`["news","help"]\`).

**Some settings can't be in the database**, because a server needs them before it is connected, or because they belong to
one machine: ${LOCAL_SETTINGS.map((it) => code(it)).join(', ')}. Set them in the file or the environment of each
server. \`npx patchbay config set\` writes these to the file.

## Command line

\`\`\`sh
npx patchbay config list --changed                       # what differs from the defaults, and where it comes from
npx patchbay config get ServiceSettings.SiteURL
npx patchbay config set TeamSettings.SiteName "Our chat"
npx patchbay config history                              # who changed what
npx patchbay config rollback 12                          # restore version 12
npx patchbay config export > settings.json               # the settings in the database, without secrets
npx patchbay config import settings.json
\`\`\`

The commands work while the server is running and while it is stopped. They start the embedded database if necessary.

## History

Each change is a version: who made it, when, and which settings had which values before and after. Secrets are masked.
Administrators see the versions in **Administration → Settings → History**, with \`GET /api/v4/config/history\`, or with
\`npx patchbay config history\`. The last 1,000 versions are kept.

When you restore a version, its settings are stored as a new version, so you can undo that too. Settings that are pinned
now don't change. If the version has a value that is no longer allowed, nothing changes, and the error says which one.

Two changes at the same time don't overwrite each other: the second one waits for the first, and changes only the
settings that it contains.

## Updates from versions without settings in the database

Earlier versions stored all settings in \`config.json\`. When you update, the first start moves them to the database. The
original file stays as \`config.json.before-database\`. Only [the settings that can't be in the
database](#where-settings-come-from) remain in \`config.json\`. If the file is read-only, such as in a container, it stays
as it is and pins its settings.

## Errors and secrets

**Secrets** are never shown. They are replaced with \`${'*'.repeat(32)}\`. If you send
this mask back, the secret doesn't change.

In the database, they are sealed with a key that is not in the database
([Secrets in the database](secret-keys.md)).

**Errors:** The server doesn't start with an unknown setting or a value that isn't allowed in the file or the
environment. The error message says where the setting comes from, which values are allowed, and which name you might have
meant. A value in the database that isn't valid, for example because someone changed it with SQL, doesn't stop the
server: it uses the value of the version before, or the default, and reports the problem in the log and in
**Administration → Settings**. Settings that only a newer version of Patchbay knows are ignored and kept.`;

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
  const parts = [`## ${name}`, withLinks(section.description ?? '')];
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
      withLinks(schema.description),
      schema.restart ? 'yes' : '',
    ]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((it) => it.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Turns the paths of other pages into links, relative to this page. */
function withLinks(description: string): string {
  return description.replace(/docs\/([\w-]+\.md(?:#[\w-]+)?)/g, '[$&]($1)');
}

function code(text: string): string {
  return `\`${text}\``;
}
