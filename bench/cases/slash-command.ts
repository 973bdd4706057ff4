import type {BenchCase} from '../harness.ts';
import {CONNECTIONS, openIntegrationRoom, WARM_UP} from '../integration-room.ts';

const slashCommand: BenchCase = {
  name: 'slash-command',
  description:
    `a slash command over ${CONNECTIONS} connections, compared with a plain route that makes the same call; ` +
    "times don't include the integration's",
  goal: 0.9,
  unit: 'commands',
  goalP99: 10,
  warmUp: WARM_UP,
  async start(room) {
    const {client, teamId, channelId, integrationUrl, subject, baseline} = await openIntegrationRoom(room);
    await client.addCommand({team_id: teamId, trigger: 'bench', method: 'P', url: integrationUrl} as never);
    return {
      baseline,
      subject: subject('/commands/execute', {channel_id: channelId, command: '/bench it'}),
    };
  },
};

export default slashCommand;
