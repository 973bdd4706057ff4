declare module 'pg-copy-streams' {
  import type {Readable, Writable} from 'node:stream';
  import type {Submittable} from 'pg';

  /** The output of `copy … to stdout`; `rowCount` is set when the stream has ended. */
  export function to(text: string): Readable & Submittable & {readonly rowCount: number};
  /** The input of `copy … from stdin`. */
  export function from(text: string): Writable & Submittable & {readonly rowCount: number};
}
