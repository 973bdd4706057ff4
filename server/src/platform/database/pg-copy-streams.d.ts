declare module 'pg-copy-streams' {
  import type {Readable, Writable} from 'node:stream';
  import type {Submittable} from 'pg';

  /** Reads what a `copy … to stdout` sends; `rowCount` is known when the stream has ended. */
  export function to(text: string): Readable & Submittable & {readonly rowCount: number};
  /** Writes what a `copy … from stdin` takes. */
  export function from(text: string): Writable & Submittable & {readonly rowCount: number};
}
