import {createCipheriv, createDecipheriv, randomBytes} from 'node:crypto';
import {type KeyRing, SecretKeysError} from './key-ring.ts';

declare const brand: unique symbol;

/** A secret as it is stored in the database: `sealed:<key id>:<Base64url>`, or empty if there is none. */
export type Sealed = string & {readonly [brand]: true};

/** A column whose values are sealed. Names are case-insensitive. */
export interface SealedColumn {
  table: string;
  column: string;
  /** The column that identifies the row. */
  id: string;
  /** The rows that contain a secret; all rows by default. */
  rows?: readonly string[];
  /** The column with the SHA-256 of the plain value (`hashToken`), to find rows by. */
  hash?: string;
}

/** Seals and opens the values of one column. An empty value stays empty. */
export interface ColumnSealing {
  seal(rowId: string, plain: string): Sealed;
  /** @throws SecretKeysError if the key is missing or the value was not sealed for this row */
  open(rowId: string, sealed: Sealed): string;
}

export type Sealing = ReturnType<typeof createSealing>;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The prefix of sealed values. Other values are plain text from before sealing was introduced. */
export const SEALED_PREFIX = 'sealed:';

/**
 * Seals secrets, so that a copy of the database is useless without the keys. It uses AES-256-GCM with a random nonce, and
 * with table, column and row as associated data, so that a value can't be copied to another row.
 *
 * Only columns in `columns` can be sealed.
 */
export function createSealing({keys, columns}: {keys: KeyRing; columns: readonly SealedColumn[]}) {
  return {
    keys,
    columns,

    /** @throws Error if the column is not in `columns` */
    column(table: string, column: string): ColumnSealing {
      const declared = columns.find((it) => isSameName(it.table, table) && isSameName(it.column, column));
      if (declared === undefined) {
        throw new Error(`${table}.${column} is not in the list of sealed columns. Add it.`);
      }
      const requireRow = (rowId: string) => {
        if (declared.rows && !declared.rows.includes(rowId)) {
          throw new Error(
            `The row ${rowId} of ${table}.${column} is not in the list of sealed rows. Add it.`,
          );
        }
      };
      return {
        seal(rowId, plain) {
          requireRow(rowId);
          return plain === '' ? ('' as Sealed) : sealWith(keys, placeOf(declared, rowId), plain);
        },
        open(rowId, sealed) {
          requireRow(rowId);
          return sealed === '' ? '' : openWith(keys, placeOf(declared, rowId), sealed);
        },
      };
    },
  };
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The associated data that binds a value to its row. */
function placeOf({table, column}: SealedColumn, rowId: string): string {
  return `${table}.${column}:`.toLowerCase() + rowId;
}

function sealWith(keys: KeyRing, place: string, plain: string): Sealed {
  const {id, bytes} = keys.current();
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(Buffer.from(place));
  const encrypted = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  const content = Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
  return `${SEALED_PREFIX}${id}:${content.toString('base64url')}` as Sealed;
}

function openWith(keys: KeyRing, place: string, sealed: Sealed): string {
  const [, keyId, text] = sealed.split(':');
  const key = keys.find(keyId ?? '');
  if (key === undefined || text === undefined) {
    throw new SecretKeysError(
      `The secret in ${place} is sealed with the key ${keyId}, which is not in ${keys.source}.`,
    );
  }
  const content = Buffer.from(text, 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, content.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(place));
    decipher.setAuthTag(content.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const plain = [decipher.update(content.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
    return Buffer.concat(plain).toString('utf8');
  } catch {
    throw new SecretKeysError(
      `The secret in ${place} cannot be opened: it was changed, or copied there from another row.`,
    );
  }
}
