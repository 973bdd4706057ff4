import type {BenchCase} from '../harness.ts';
import {httpLoad} from '../http-load.ts';
import {startPatchbay} from '../patchbay.ts';

const connections = 16;

const usersMe: BenchCase = {
  name: 'users-me',
  description: `GET /api/v4/users/me over ${connections} connections, compared with a plain route with one read by key`,
  goal: 0.7,
  unit: 'requests',
  async start(room) {
    const patchbay = await startPatchbay(room);
    const bare = await room.startServer(['bench/baseline/user-by-id.ts'], {
      readyPath: '/ready',
      env: {PORT: '{port}', PATCHBAY_DATA: patchbay.dataDirectory},
    });
    return {
      baseline: httpLoad({pid: bare.pid, url: `${bare.url}/users/${patchbay.userId}`, connections}),
      subject: httpLoad({
        pid: patchbay.pid,
        url: `${patchbay.url}/api/v4/users/me`,
        headers: {authorization: `Bearer ${patchbay.token}`},
        connections,
      }),
    };
  },
};

export default usersMe;
