import {hostname} from 'node:os';

/** Something that only one program may use at a time is in use. The message says by whom, and what to do. */
export class InUseError extends Error {
  override name = 'InUseError';
}

/** A program that has something to itself. */
export interface Holder {
  /** What it is: `server`, or the words of a command. */
  program: string;
  pid: number;
  host: string;
  /** Milliseconds since the epoch. */
  startedAt: number;
}

/** This process, as others are told of it. */
export function thisProcess(program: string): Holder {
  return {
    program,
    pid: process.pid,
    host: hostname(),
    startedAt: Math.round(Date.now() - process.uptime() * 1000),
  };
}

/** `process 4711 on host-a, started 2026-05-01 12:30:00 UTC` */
export function describeHolder({pid, host, startedAt}: Holder): string {
  const started = new Date(startedAt)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
  return `process ${pid} on ${host}, started ${started}`;
}
