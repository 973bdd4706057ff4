import {createCipheriv, createDecipheriv, randomBytes} from 'node:crypto';
import {type KeyRing, SecretKeysError} from './key-ring.ts';

declare const brand: unique symbol;

/** A secret as the database keeps it: `sealed:<key id>:<Base64url>`, or empty where there is none. */
export type Sealed = string & {readonly [brand]: true};

/** A column whose values are sealed. Names in any case. */
export interface SealedColumn {
  table: string;
  column: string;
  /** The column that identifies the row. */
  id: string;
  /** Only these rows hold a secret; without it all of them do. */
  rows?: readonly string[];
  /** The column that holds the SHA-256 of the plain value (`hashToken`), by which a row is found. */
  hash?: string;
}

/** Seals and opens the values of one column. An empty value stays empty. */
export interface ColumnSealing {
  seal(rowId: string, plain: string): Sealed;
  /** @throws SecretKeysError if the key is missing, or if the value was not sealed for this row. */
  open(rowId: string, sealed: Sealed): string;
}

export type Sealing = ReturnType<typeof createSealing>;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** How every sealed value begins. What begins differently is plain text from before there was sealing. */
export const SEALED_PREFIX = 'sealed:';

/**
 * Seals secrets so that a copy of the database is of no use without the keys: AES-256-GCM with a random nonce, and
 * with table, column and row as associated data, so a value that is copied to another place does not open there.
 *
 * `columns` is the one list of what is sealed. Whoever asks for a column that is not on it gets an error.
 */
export function createSealing({keys, columns}: {keys: KeyRing; columns: readonly SealedColumn[]}) {
  return {
    keys,
    columns,

    /** @throws Error for a column that is not declared as sealed. */
    column(table: string, column: string): ColumnSealing {
      const declared = columns.find((it) => isSameName(it.table, table) && isSameName(it.column, column));
      if (declared === undefined) {
        throw new Error(`${table}.${column} is not on the list of sealed columns; add it.`);
      }
      const requireRow = (rowId: string) => {
        if (declared.rows && !declared.rows.includes(rowId)) {
          throw new Error(
            `The row ${rowId} of ${table}.${column} is not on the list of sealed rows; add it.`,
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

/** What a value is bound to. */
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
