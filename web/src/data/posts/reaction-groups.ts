import type {Reaction} from '@mattermost/types/reactions';

/** The end of the names of emoji in a skin tone (data/emoji/emoji-file.ts). */
const TONE = /_(?:(?:medium_)?(?:light|dark)|medium)_skin_tone$/;

/** The reactions to a message by emoji. All skin tones of an emoji are together. */
export function reactionGroups(reactions: readonly Reaction[]): [string, Reaction[]][] {
  return [...Map.groupBy(reactions, ({emoji_name}) => emoji_name.replace(TONE, ''))];
}
