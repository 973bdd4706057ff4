import {messageLoad, openBrowser} from '../browser-load.ts';
import {startChat, WINDOW} from '../chat-room.ts';
import type {BenchCase} from '../harness.ts';

/** The channels of a person who is in every project. */
const CHANNELS = 300;
const POSTS = 60;

const webManyChannels: BenchCase = {
  name: 'web-many-channels',
  description: `receiving messages in the web client with ${CHANNELS} channels in the sidebar, compared with two channels`,
  goal: 0.5,
  unit: 'messages',
  async start(room) {
    const {patchbay, client, channelId, url, signIn} = await startChat(room, POSTS);
    const {team_id} = await client.getChannel(channelId);
    for (let number = 0; number < CHANNELS; number++) {
      const name = `project-${number}`;
      await client.createChannel({team_id, name, display_name: name, type: 'O'} as Parameters<
        typeof client.createChannel
      >[0]);
    }
    const small = await client.createTeam({name: 'small', display_name: 'Small', type: 'O'} as Parameters<
      typeof client.createTeam
    >[0]);
    const few = await client.getChannelByName(small.id, 'town-square');
    for (const id of [channelId, few.id]) await client.createPost({channel_id: id, message: 'The first'});
    const browser = await openBrowser(room);

    /** What it takes to show messages in a channel whose page is open. */
    const showing = async (path: string, channel_id: string) => {
      const context = await browser.newContext({viewport: WINDOW});
      await signIn(context);
      const page = await context.newPage();
      await page.goto(path);
      await page.getByText('The first', {exact: true}).waitFor();
      return messageLoad(patchbay.pid, page, (message) => client.createPost({channel_id, message}));
    };
    return {
      baseline: await showing(`${patchbay.url}/small/channels/town-square`, few.id),
      subject: await showing(url, channelId),
    };
  },
};

export default webManyChannels;
