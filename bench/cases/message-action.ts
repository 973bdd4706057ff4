import type {BenchCase} from '../harness.ts';
import {CONNECTIONS, openIntegrationRoom, WARM_UP} from '../integration-room.ts';

const messageAction: BenchCase = {
  name: 'message-action',
  description:
    `a button under a post, clicked over ${CONNECTIONS} connections, compared with a plain route that makes the same call; ` +
    "times don't include the integration's",
  goal: 0.9,
  unit: 'presses',
  goalP99: 10,
  warmUp: WARM_UP,
  async start(room) {
    const {client, channelId, integrationUrl, subject, baseline} = await openIntegrationRoom(room);
    const button = {id: 'press', name: 'Press', integration: {url: integrationUrl, context: {build: 7}}};
    const post = await client.createPost({
      channel_id: channelId,
      message: 'Build 7 has failed.',
      props: {attachments: [{text: 'What now?', actions: [button]}]},
    } as never);
    return {baseline, subject: subject(`/posts/${post.id}/actions/press`, {})};
  },
};

export default messageAction;
