import {hash, randomBytes} from 'node:crypto';
import {closeSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {createDirectory} from '../file-system/create-directory.ts';

/** The variable with the keys, for servers that don't share a data directory. */
export const SECRET_KEYS_VARIABLE = 'PATCHBAY_SECRET_KEYS';

/** The file in the data directory with the keys, if the variable is not set. */
export const SECRET_KEYS_FILE = 'secret-keys.json';

const KEY_BYTES = 32;

/** An AES-256-GCM key. */
export interface SecretKey {
  /** The first 16 hexadecimal digits of the key's SHA-256, so that an id always identifies the same key. */
  id: string;
  bytes: Buffer;
  /** ISO 8601; undefined for keys from the environment. */
  createdAt?: string;
}

/** The secret keys cannot be used. The message says why and what to do, and contains no key. */
export class SecretKeysError extends Error {
  override name = 'SecretKeysError';
}

export type KeyRing = ReturnType<typeof openKeyRing>;

/**
 * The keys that seal secrets in the database, from `PATCHBAY_SECRET_KEYS` (Base64, 32 bytes each, separated by commas) or
 * `secret-keys.json` in the data directory. The first key seals, and all keys open.
 *
 * Another process may rotate the keys in the file, so it is read again when it changes. Keys that were removed from the
 * file can still be used in this process.
 *
 * @throws SecretKeysError if the variable or the file is malformed or cannot be read
 */
export function openKeyRing({dataDirectory, env}: {dataDirectory: string; env: NodeJS.ProcessEnv}) {
  const file = path.join(dataDirectory, SECRET_KEYS_FILE);
  const variable = env[SECRET_KEYS_VARIABLE]?.trim() || undefined;
  const known = new Map<string, SecretKey>();
  let keys: SecretKey[] = [];
  let version = '';

  function setKeys(fresh: SecretKey[]): void {
    keys = fresh;
    for (const key of fresh) known.set(key.id, key);
  }

  function refresh(): void {
    if (variable !== undefined) return;
    const found = versionOf(file);
    if (found === version) return;
    setKeys(found === '' ? [] : readKeyFile(file));
    version = found;
  }

  function write(fresh: SecretKey[]): void {
    writeKeyFile(file, fresh);
    refresh();
  }

  if (variable === undefined) refresh();
  else setKeys(parseVariable(variable));

  return {
    /** Where the keys come from, for messages. */
    source: variable === undefined ? file : SECRET_KEYS_VARIABLE,

    /** Whether only the administrator can change the keys, because they come from the environment. */
    isFixed: variable !== undefined,

    /** All keys; the first one seals. Empty until {@link addKey} is called for the first time. */
    keys(): readonly SecretKey[] {
      refresh();
      return keys;
    },

    /** The key that seals. */
    current(): SecretKey {
      refresh();
      const key = keys[0];
      if (key === undefined) throw new SecretKeysError(`There is no key in ${file}.`);
      return key;
    },

    find(id: string): SecretKey | undefined {
      if (!known.has(id)) refresh();
      return known.get(id);
    },

    /** Creates a key that seals from now on. Not available for keys from the environment. */
    addKey(): SecretKey {
      const key = toKey(randomBytes(KEY_BYTES), new Date().toISOString());
      write([key, ...this.keys()]);
      return key;
    },

    /** Removes keys from the file, except the one that seals. Not available for keys from the environment. */
    removeKeys(ids: readonly string[]): void {
      write(this.keys().filter(({id}) => !ids.includes(id)));
    },
  };
}

function toKey(bytes: Buffer, createdAt?: string): SecretKey {
  return {id: hash('sha256', bytes).slice(0, 16), bytes, ...(createdAt === undefined ? {} : {createdAt})};
}

/** Parses a key in Base64; undefined if it's not 32 bytes. */
function parseKey(text: unknown, createdAt?: string): SecretKey | undefined {
  if (typeof text !== 'string' || !/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return undefined;
  return toKey(Buffer.from(text, 'base64'), createdAt);
}

function parseVariable(text: string): SecretKey[] {
  return text.split(',').map((part, index) => {
    const key = parseKey(part.trim());
    if (key) return key;
    throw new SecretKeysError(
      `Key ${index + 1} of ${SECRET_KEYS_VARIABLE} is not 32 bytes in Base64. Separate keys with commas; create ` +
        'one with: openssl rand -base64 32',
    );
  });
}

/** A value that changes with the file; empty if there is no file. */
function versionOf(file: string): string {
  const stat = statSync(file, {throwIfNoEntry: false});
  return stat === undefined ? '' : `${stat.ino}:${stat.mtimeMs}:${stat.size}`;
}

function readKeyFile(file: string): SecretKey[] {
  let entries: unknown;
  try {
    entries = JSON.parse(readFileSync(file, 'utf8'))?.keys;
  } catch (error) {
    const {code} = error as NodeJS.ErrnoException;
    // The parser's message would quote the secret text.
    throw new SecretKeysError(
      `${file} ${code ? `cannot be read (${code})` : 'is not valid JSON'}. ${RESTORE_FILE}`,
    );
  }
  const keys = Array.isArray(entries) ? entries.map((entry) => parseKey(entry?.key, entry?.createdAt)) : [];
  if (keys.length === 0 || keys.includes(undefined)) {
    throw new SecretKeysError(`${file} does not contain keys of 32 bytes in Base64. ${RESTORE_FILE}`);
  }
  return keys as SecretKey[];
}

const RESTORE_FILE = 'Restore it from a backup. Without it, the secrets in the database cannot be read.';

/** Writes the file atomically, readable only by its owner. */
function writeKeyFile(file: string, keys: readonly SecretKey[]): void {
  const directory = path.dirname(file);
  const content = {
    keys: keys.map(({id, bytes, createdAt}) => ({id, createdAt, key: bytes.toString('base64')})),
  };
  createDirectory(directory, {mode: 0o700});
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(content, null, 2)}\n`, {mode: 0o600, flush: true});
  renameSync(temporary, file);
  // The rename survives a power failure only after the directory is synced.
  const folder = openSync(directory, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
