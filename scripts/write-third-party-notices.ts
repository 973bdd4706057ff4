// Writes THIRD_PARTY_NOTICES.md: the packages of a production installation and their licenses. With --check, only
// reports whether the file is stale. Run it after every change of a dependency.
//
// The package license-checker isn't used: it reads the installed packages instead of the lock file, so it misses
// packages for other platforms and those of the workspaces, and it doesn't group equal license texts.

import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {projectRoot} from './bootstrap.js';

interface LockedPackage {
  version: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  link?: boolean;
}

interface Package {
  name: string;
  version: string;
  license: string;
}

/** A license text without copyright lines, and the packages that share it. */
interface SharedText {
  license: string;
  text: string;
  holders: {label: string; copyright: string[]}[];
}

const lock: Record<string, LockedPackage> = JSON.parse(
  readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'),
).packages;

const byCodePoint = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function licenseText(folder: string): string | undefined {
  const names = readdirSync(join(projectRoot, folder)).filter((name) => /^(licen[cs]e|copying)/i.test(name));
  const name = names.sort(byCodePoint)[0];
  return name && readFileSync(join(projectRoot, folder, name), 'utf8').replaceAll('\r\n', '\n');
}

const copyrightLine = /^\W*(Copyright\s+(?!Holder)(\([cC]\)|©|\d{4}|[A-Z"])|©|\(c\) \d{4})/;
const titleLine = /^\W*(the )?((mit|isc|bsd|apache)\b.*\blicen[cs]e\b.*|licen[cs]e)\W*$/i;

/** Splits a license file into its copyright lines and its text, which other packages may share. */
function splitLicense(file: string): {copyright: string[]; text: string} {
  const lines = file.split('\n').map((line) => line.trim());
  const isHolder = (line: string) => copyrightLine.test(line);
  const copyright = lines.filter(isHolder).map((line) => line.replace(/^[\s*#-]+|\s+$/g, ''));
  const text = lines
    .filter((line) => !isHolder(line) && !titleLine.test(line) && !/^all rights reserved\.?$/i.test(line))
    .join('\n')
    .trim()
    .replaceAll(/\n{3,}/g, '\n\n');
  return {copyright, text};
}

function label({name, version}: Package): string {
  return `${name} ${version}`;
}

function notices(): string {
  const everywhere = new Map<string, {item: Package; folder: string}>();
  const forSomeMachines = new Map<string, Package>();
  for (const [folder, entry] of Object.entries(lock)) {
    if (!folder.includes('node_modules/') || entry.dev || entry.link) continue;
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const item = {name, version: entry.version, license: entry.license ?? 'not declared'};
    if (entry.optional) forSomeMachines.set(label(item), item);
    else everywhere.set(label(item), {item, folder});
  }

  const texts = new Map<string, SharedText>();
  const withoutText: Package[] = [];
  for (const {item, folder} of everywhere.values()) {
    const file = licenseText(folder);
    if (!file) {
      withoutText.push(item);
      continue;
    }
    const {copyright, text} = splitLicense(file);
    const key = `${item.license}\n${text.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ')}`;
    const shared = texts.get(key) ?? {license: item.license, text, holders: []};
    shared.holders.push({label: label(item), copyright});
    texts.set(key, shared);
  }

  const page = [
    '# Third-party notices',
    '',
    'Patchbay itself is licensed under the Apache License 2.0 (see `LICENSE`). A production installation includes the',
    'packages below, which npm downloads, each with its own license. Packages with the same license text are listed',
    'above that text. This file is generated from the lock file with `npx node scripts/write-third-party-notices.ts`.',
  ];
  const shared = [...texts.values()];
  for (const one of shared) one.holders.sort((a, b) => byCodePoint(a.label, b.label));
  shared.sort(
    (a, b) =>
      byCodePoint(a.license, b.license) ||
      b.holders.length - a.holders.length ||
      byCodePoint(a.holders[0]!.label, b.holders[0]!.label),
  );
  let license = '';
  for (const {license: name, text, holders} of shared) {
    if (name !== license) page.push('', `## ${name}`);
    license = name;
    page.push('');
    for (const holder of holders) {
      page.push(
        `- **${holder.label}**${holder.copyright.map((line) => `; ${escapeMarkdown(line)}`).join('')}`,
      );
    }
    page.push('', '```text', text.replaceAll('```', "'''"), '```');
  }
  page.push('', '## Packages without a license file', '');
  for (const item of withoutText.sort((a, b) => byCodePoint(label(a), label(b)))) {
    page.push(`- **${label(item)}**; declared: ${item.license}`);
  }
  page.push(
    '',
    '## Platform-specific packages',
    '',
    'npm installs the ones for the current platform: PostgreSQL (under the PostgreSQL License, packaged under MIT),',
    'libvips and the libraries linked into it, and the compiled parts of packages above. The package `node` downloads the',
    'Node.js binary; for its licenses, see <https://github.com/nodejs/node/blob/v24.x/LICENSE>.',
    '',
  );
  const byLicense = Map.groupBy(forSomeMachines.values(), (item) => item.license);
  for (const [name, items] of [...byLicense].sort(([a], [b]) => byCodePoint(a, b))) {
    page.push(`- ${name}: ${items.map(label).sort(byCodePoint).join(', ')}`);
  }
  return `${page.join('\n')}\n`;
}

function escapeMarkdown(line: string): string {
  return line.replaceAll(/[<>[\]_*`]/g, '\\$&');
}

const file = join(projectRoot, 'THIRD_PARTY_NOTICES.md');
const page = notices();
if (!process.argv.includes('--check')) {
  writeFileSync(file, page);
} else if (readFileSync(file, 'utf8') !== page) {
  console.error(
    'THIRD_PARTY_NOTICES.md does not match the lock file. Run: npx node scripts/write-third-party-notices.ts',
  );
  process.exitCode = 1;
}
