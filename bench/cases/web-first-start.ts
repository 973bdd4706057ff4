import {startClientRoom} from '../client-start.ts';
import type {BenchCase} from '../harness.ts';

const webFirstStart: BenchCase = {
  name: 'web-first-start',
  description:
    'starting the web client in a browser that has only the session, until messages are painted, compared with a page with them as plain text',
  goal: 0.03,
  unit: 'starts',
  start: (room) => startClientRoom(room, {again: false}),
};

export default webFirstStart;
