import {openKeyRing} from '../../server/src/platform/secrets/key-ring.ts';
import {createSealing, type Sealing} from '../../server/src/platform/secrets/sealing.ts';
import {SEALED_COLUMNS} from '../../server/src/secret-columns.ts';

/** Seals secrets with the key in this data directory, or with a temporary key. */
export function createTestSealing(dataDirectory?: string): Sealing {
  const lost = Buffer.alloc(32, 7).toString('base64');
  const env = dataDirectory === undefined ? {PATCHBAY_SECRET_KEYS: lost} : {};
  return createSealing({
    keys: openKeyRing({dataDirectory: dataDirectory ?? '', env}),
    columns: SEALED_COLUMNS,
  });
}
