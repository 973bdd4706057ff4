import {hostname} from 'node:os';

/** A resource is locked by another process. The message says which process, and what to do. */
export class InUseError extends Error {
  override name = 'InUseError';
}

/** The process that holds a lock. */
export interface Holder {
  /** `server`, or a command. */
  program: string;
  pid: number;
  host: string;
  /** Milliseconds since the epoch. */
  startedAt: number;
}

/** Describes this process for other processes. */
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
