import {randomUUID} from 'node:crypto';
import {open, readFile, rename, rm} from 'node:fs/promises';
import {dirname} from 'node:path';
import {createDirectory} from '../file-system/create-directory.ts';
import type {Problem} from './config-error.ts';
import {unreadableFile} from './problems.ts';
import type {SettingValues} from './setting-values.ts';
import {inOrder, nestSettings, readSettings} from './setting-values.ts';

/** The file in the data directory with the settings of this server, which override those in the database. */
export const SETTINGS_FILE = 'config.json';

/** Reads the settings file, if there is one, and adds every error to `problems`. */
export async function readSettingsFile(path: string, problems: Problem[]): Promise<SettingValues> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const {code, message} = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') problems.push(unreadableFile(path, `cannot be read: ${message}`));
    return new Map();
  }
  let input: unknown;
  try {
    input = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    problems.push(unreadableFile(path, `is not valid JSON${jsonErrorPosition(error as SyntaxError)}`));
    return new Map();
  }
  return readSettings(input, path, problems, {retired: true});
}

/** Only the position of the error: the parser's message quotes the text around it, which could be a secret. */
function jsonErrorPosition({message}: SyntaxError): string {
  const place = /\(line (\d+) column (\d+)\)/.exec(message);
  if (place) return `: line ${place[1]}, column ${place[2]}.`;
  const token = /^Unexpected token '(.)'/su.exec(message);
  if (token) return `: unexpected ${JSON.stringify(token[1])}.`;
  return '.';
}

/** Writes the settings file atomically, readable only by its owner. */
export async function writeSettingsFile(path: string, values: SettingValues): Promise<void> {
  const directory = dirname(path);
  createDirectory(directory, {mode: 0o700});
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(nestSettings(inOrder(values)), null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, {force: true});
    throw error;
  }
  // The rename survives a power failure only after the directory is synced.
  const folder = await open(directory, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
