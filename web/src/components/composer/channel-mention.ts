import {CODE} from '../../lib/markdown/code.ts';

/** A mention of everyone in a channel, or of everyone who is online. */
export type ChannelMention = 'everyone' | 'here';

/** More people than this are only notified after the author has confirmed it, as in Mattermost. */
export const MANY_PEOPLE = 5;

const MENTION = /(?<![\p{L}\p{N}_@.-])@(?:(all|channel)|here)(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}])/giu;

/** Whom a message mentions outside of code, if it is everyone or everyone online. Of both, everyone. */
export function channelMention(message: string): ChannelMention | undefined {
  const found = [...message.replace(CODE, '').matchAll(MENTION)];
  if (found.length === 0) return undefined;
  return found.some(([, all]) => all) ? 'everyone' : 'here';
}
