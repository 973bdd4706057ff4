import {i18n, type MessageDescriptor} from '@lingui/core';
import {msg} from '@lingui/core/macro';

const FORMATS: Readonly<Record<string, {label: MessageDescriptor; description: MessageDescriptor}>> = {
  actiance: {
    label: msg`Actiance XML`,
    description: msg`One XML file per batch, with joins, leaves and files.`,
  },
  csv: {
    label: msg`CSV`,
    description: msg`A table for spreadsheets and scripts, with the files.`,
  },
  globalrelay: {
    label: msg`Global Relay, by email`,
    description: msg`One email per channel, sent to Global Relay. There is nothing to download.`,
  },
  'globalrelay-zip': {
    label: msg`Global Relay, as a zip archive`,
    description: msg`The same emails as EML files in a zip archive.`,
  },
  jsonl: {
    label: msg`JSON Lines`,
    description: msg`One line per channel, member, message or file.`,
  },
};

export function formatLabel(format: string): string {
  const known = FORMATS[format];
  return known ? i18n._(known.label) : format;
}

export function formatDescription(format: string): string | undefined {
  const known = FORMATS[format];
  return known && i18n._(known.description);
}

export function formatOptions(): {value: string; label: string}[] {
  return Object.entries(FORMATS).map(([value, {label}]) => ({value, label: i18n._(label)}));
}
