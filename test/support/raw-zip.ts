import {crc32, deflateRawSync} from 'node:zlib';

/** A zip entry with arbitrary metadata. */
export interface RawEntry {
  name: string;
  /** The stored content; undefined for an entry without content that points to the content of the previous entry. */
  packed: Buffer | undefined;
  /** The compressed and uncompressed sizes in the central directory. */
  packedSize: number;
  size: number;
  crc: number;
}

/** A valid entry. */
export function rawEntry(name: string, content: Buffer | string): RawEntry {
  const bytes = Buffer.from(content);
  const packed = deflateRawSync(bytes);
  return {name, packed, packedSize: packed.length, size: bytes.length, crc: crc32(bytes)};
}

/** A zip archive that can break any rule of zip libraries. `count` is the declared number of entries. */
export function rawZip(entries: readonly RawEntry[], {count = entries.length} = {}): Buffer {
  const parts: Buffer[] = [];
  const contents: Buffer[] = [];
  let end = 0;
  let offset = 0;
  for (const {name, packed, packedSize, size, crc} of entries) {
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(crc, 0);
    sizes.writeUInt32LE(packedSize, 4);
    sizes.writeUInt32LE(size, 8);
    const nameLength = Buffer.alloc(4);
    nameLength.writeUInt16LE(Buffer.byteLength(name), 0);
    if (packed !== undefined) {
      offset = end;
      const head = Buffer.from('504b03041400000008000000 0000'.replace(' ', ''), 'hex');
      const local = Buffer.concat([head, sizes, nameLength, Buffer.from(name), packed]);
      parts.push(local);
      end += local.length;
    }
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const head = Buffer.from('504b010214001400000008000000 0000'.replace(' ', ''), 'hex');
    contents.push(Buffer.concat([head, sizes, nameLength, place, Buffer.from(name)]));
  }
  const list = Buffer.concat(contents);
  const zip64 = Buffer.alloc(56);
  zip64.writeUInt32LE(0x06064b50, 0);
  zip64.writeBigUInt64LE(44n, 4);
  zip64.writeBigUInt64LE(BigInt(count), 24);
  zip64.writeBigUInt64LE(BigInt(count), 32);
  zip64.writeBigUInt64LE(BigInt(list.length), 40);
  zip64.writeBigUInt64LE(BigInt(end), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(end + list.length), 8);
  locator.writeUInt32LE(1, 16);
  const last = Buffer.from('504b050600000000ffffffffffffffffffffffff0000', 'hex');
  return Buffer.concat([...parts, list, zip64, locator, last]);
}
