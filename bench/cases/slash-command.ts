import type {BenchCase} from '../harness.ts';
import {httpLoad} from '../http-load.ts';
import {startPatchbay} from '../patchbay.ts';

const connections = 32;

const slashCommand: BenchCase = {
  name: 'slash-command',
  description: `a slash command to an integration that answers at once, over ${connections} connections, beside a bare route that makes the same call`,
  goal: 0.2,
  unit: 'commands',
  async start(room) {
    const integration = await room.startServer(['bench/baseline/integration.ts'], {
      readyPath: '/',
      env: {PORT: '{port}'},
    });
    const bare = await room.startServer(['bench/baseline/call-integration.ts'], {
      readyPath: '/ready',
      env: {PORT: '{port}', INTEGRATION: integration.url},
    });
    const patchbay = await startPatchbay(room);
    const headers = {authorization: `Bearer ${patchbay.token}`, 'content-type': 'application/json'};
    async function call(method: string, path: string, body?: object): Promise<{id: string}> {
      const answer = await fetch(`${patchbay.url}/api/v4${path}`, {
        method,
        headers,
        body: body && JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return answer.json() as Promise<{id: string}>;
    }
    await call('PUT', '/config/patch', {
      ServiceSettings: {AllowedUntrustedInternalConnections: '127.0.0.1'},
    });
    const {id: team_id} = await call('POST', '/teams', {name: 'bench', display_name: 'Bench', type: 'O'});
    const {id: channel_id} = await call('GET', `/teams/${team_id}/channels/name/town-square`);
    await call('POST', '/commands', {team_id, trigger: 'bench', method: 'P', url: integration.url});
    return {
      baseline: httpLoad({
        pid: bare.pid,
        url: `${bare.url}/execute`,
        method: 'POST',
        headers: {'content-type': 'application/json'},
        body: JSON.stringify({command: '/bench it'}),
        connections,
      }),
      subject: httpLoad({
        pid: patchbay.pid,
        url: `${patchbay.url}/api/v4/commands/execute`,
        method: 'POST',
        headers,
        body: JSON.stringify({channel_id, command: '/bench it'}),
        connections,
      }),
    };
  },
};

export default slashCommand;
