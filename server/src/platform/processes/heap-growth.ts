import v8 from 'node:v8';
import {runInNewContext} from 'node:vm';

/**
 * Keeps the heap of this process small from here on. On a machine with much memory V8 otherwise lets it grow to
 * hundreds of megabytes before it looks for garbage the first time, and then by factors: for a million short-lived
 * lines, or the batches of an export, that is memory for nothing.
 */
export function limitHeapGrowth(): void {
  v8.setFlagsFromString('--heap-growing-percent=60');
  // How far the heap may grow counts from what the first collection has left. This one also gives back what only the
  // start needed.
  v8.setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (how: object) => void;
  collect({type: 'major', execution: 'sync', flavor: 'last-resort'});
}
