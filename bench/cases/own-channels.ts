import {Client4} from '@mattermost/client';
import type {BenchCase} from '../harness.ts';
import {httpLoad} from '../http-load.ts';
import {startPatchbay} from '../patchbay.ts';

const connections = 16;
const CHANNELS = 50;

const ownChannels: BenchCase = {
  name: 'own-channels',
  description:
    `the list of ${CHANNELS} own channels over ${connections} connections, as at the start of a client, compared with a ` +
    'plain route that runs the one query',
  goal: 1.5,
  unit: 'lists',
  async start(room) {
    const patchbay = await startPatchbay(room);
    const client = new Client4();
    client.setUrl(patchbay.url);
    client.setToken(patchbay.token);
    const team = await client.createTeam({name: 'bench', display_name: 'Bench', type: 'O'} as never);
    for (let index = 1; index <= CHANNELS; index++) {
      await client.createChannel({team_id: team.id, name: `channel-${index}`, type: 'O'} as never);
    }
    const bare = await room.startServer(['bench/baseline/channels-of-user.ts'], {
      readyPath: '/ready',
      env: {PORT: '{port}', PATCHBAY_DATA: patchbay.dataDirectory},
    });
    return {
      baseline: httpLoad({pid: bare.pid, url: `${bare.url}/users/${patchbay.userId}/channels`, connections}),
      subject: httpLoad({
        pid: patchbay.pid,
        url: `${patchbay.url}/api/v4/users/me/channels`,
        headers: {authorization: `Bearer ${patchbay.token}`},
        connections,
      }),
    };
  },
};

export default ownChannels;
