import {startClientRoom} from '../client-start.ts';
import type {BenchCase} from '../harness.ts';

const webColdStart: BenchCase = {
  name: 'web-cold-start',
  description:
    'starting the web client in a new tab of a browser that knows it, until messages are painted, compared with a page with them as plain text',
  goal: 0.05,
  unit: 'starts',
  goalP99: 700,
  start: (room) => startClientRoom(room, {again: true}),
};

export default webColdStart;
