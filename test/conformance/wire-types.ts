// What the server sends is what the official types say: `tsc` checks this file, and there is nothing in it to run.
//
// Each line compares a record as our schema has it with the type of @mattermost/types. Our member must be of the
// declared type, where both have it, and must be there, where the type requires it. Members that are named at the end
// are exceptions, with the reason above them.

import type {Audit as TheirAudit} from '@mattermost/types/audits';
import type {Bot as TheirBot} from '@mattermost/types/bots';
import type {ChannelCategory, OrderedChannelCategories} from '@mattermost/types/channel_categories';
import type {
  ChannelMembership,
  ChannelWithTeamData,
  Channel as TheirChannel,
} from '@mattermost/types/channels';
import type {Draft as TheirDraft} from '@mattermost/types/drafts';
import type {CustomEmoji as TheirEmoji} from '@mattermost/types/emojis';
import type {FileInfo as TheirFileInfo} from '@mattermost/types/files';
import type {Command, IncomingWebhook as TheirIncomingWebhook} from '@mattermost/types/integrations';
import type {Job as TheirJob} from '@mattermost/types/jobs';
import type {
  Post as TheirPost,
  PostInfo as TheirPostInfo,
  PostList as TheirPostList,
  PostMetadata as TheirPostMetadata,
  PostSearchResults as TheirPostSearchResults,
} from '@mattermost/types/posts';
import type {PreferenceType} from '@mattermost/types/preferences';
import type {Reaction as TheirReaction} from '@mattermost/types/reactions';
import type {Role as TheirRole} from '@mattermost/types/roles';
import type {Session as TheirSession} from '@mattermost/types/sessions';
import type {TeamMembership, Team as TheirTeam} from '@mattermost/types/teams';
import type {UserThread as TheirThread, UserThreadList as TheirThreadList} from '@mattermost/types/threads';
import type {UserAccessToken, UserCustomStatus, UserProfile, UserStatus} from '@mattermost/types/users';
import type {Static, TSchema} from 'typebox';
import type {Bot} from '../../server/src/integrations/bots/schema.ts';
import type {IncomingWebhook} from '../../server/src/integrations/incoming-webhooks/schema.ts';
import type {SlashCommand} from '../../server/src/integrations/slash-commands/schema.ts';
import type {AccessToken} from '../../server/src/messaging/access-tokens/schema.ts';
import type {Audit} from '../../server/src/messaging/audits/schema.ts';
import type {Channel, ChannelMember, ChannelWithTeam} from '../../server/src/messaging/channels/schema.ts';
import type {Draft} from '../../server/src/messaging/drafts/schema.ts';
import type {CustomEmoji} from '../../server/src/messaging/emoji/schema.ts';
import type {FileInfo} from '../../server/src/messaging/files/schema.ts';
import type {Job} from '../../server/src/messaging/jobs/schema.ts';
import type {Post, PostInfo, PostList, PostMetadata} from '../../server/src/messaging/posts/schema.ts';
import type {Preference} from '../../server/src/messaging/preferences/schema.ts';
import type {Reaction} from '../../server/src/messaging/reactions/schema.ts';
import type {Role} from '../../server/src/messaging/roles/schema.ts';
import type {PostSearchResults} from '../../server/src/messaging/search/schema.ts';
import type {
  OrderedSidebarCategories,
  SidebarCategory,
} from '../../server/src/messaging/sidebar-categories/schema.ts';
import type {SessionRecord} from '../../server/src/messaging/sign-in/schema.ts';
import type {CustomStatus, Status} from '../../server/src/messaging/statuses/schema.ts';
import type {Team, TeamMember} from '../../server/src/messaging/teams/schema.ts';
import type {UserThread, UserThreadList} from '../../server/src/messaging/threads/schema.ts';
import type {User} from '../../server/src/messaging/users/schema.ts';

/** An enumeration of text is text on the wire. */
type Plain<T> = T extends string ? `${T}` : T;

/** The members in which a record of ours differs from theirs, but for the exceptions. */
type Differences<Schema extends TSchema, Theirs, Exceptions = never> = Exclude<
  DifferingMembers<Static<Schema>, Theirs>,
  Exceptions
>;
type DifferingMembers<Ours, Theirs> = keyof {
  [Name in keyof Theirs as Name extends keyof Ours
    ? Required<Ours>[Name] extends Plain<Theirs[Name]>
      ? never
      : Name
    : undefined extends Theirs[Name]
      ? never
      : Name]: true;
};

/** Does not compile, and names them, if there are differences. */
type No<_Difference extends never> = true;

export type Checked = [
  No<Differences<typeof AccessToken, UserAccessToken>>,
  No<Differences<typeof Audit, TheirAudit>>,
  No<Differences<typeof Bot, TheirBot>>,
  No<Differences<typeof Channel, TheirChannel>>,
  No<Differences<typeof ChannelWithTeam, ChannelWithTeamData>>,
  No<Differences<typeof ChannelMember, ChannelMembership>>,
  No<Differences<typeof CustomEmoji, TheirEmoji>>,
  No<Differences<typeof CustomStatus, UserCustomStatus>>,
  // Text that is among the declared words; embeds and images of any shape.
  No<Differences<typeof Draft, TheirDraft, 'metadata' | 'priority' | 'type'>>,
  // The client's own, until the upload is done.
  No<Differences<typeof FileInfo, TheirFileInfo, 'clientId'>>,
  // Of a later level of the API than the one we present.
  No<Differences<typeof IncomingWebhook, TheirIncomingWebhook, 'last_used'>>,
  // Kinds of our own, too.
  No<Differences<typeof Job, TheirJob, 'type'>>,
  // See SidebarCategory.
  No<Differences<typeof OrderedSidebarCategories, OrderedChannelCategories, 'categories'>>,
  // Kinds of integrations, too; for the metadata see PostMetadata.
  No<Differences<typeof Post, TheirPost, 'metadata' | 'type'>>,
  // Text that is among the declared words, or empty.
  No<Differences<typeof PostInfo, TheirPostInfo, 'channel_type' | 'team_type'>>,
  // See Post.
  No<Differences<typeof PostList, TheirPostList, 'posts'>>,
  // Records that have lines of their own here; embeds and images of any shape.
  No<
    Differences<
      typeof PostMetadata,
      TheirPostMetadata,
      'embeds' | 'emojis' | 'files' | 'images' | 'priority' | 'reactions'
    >
  >,
  // See Post.
  No<Differences<typeof PostSearchResults, TheirPostSearchResults, 'posts'>>,
  No<Differences<typeof Preference, PreferenceType>>,
  No<Differences<typeof Reaction, TheirReaction>>,
  No<Differences<typeof Role, TheirRole>>,
  // Null on the reference server too.
  No<Differences<typeof SessionRecord, TheirSession, 'team_members'>>,
  // Text that is among the declared words.
  No<Differences<typeof SidebarCategory, ChannelCategory, 'sorting'>>,
  // Text that is among the declared words.
  No<Differences<typeof SlashCommand, Command, 'method'>>,
  No<Differences<typeof Status, UserStatus>>,
  No<Differences<typeof Team, TheirTeam>>,
  // What the client adds up for itself.
  No<
    Differences<
      typeof TeamMember,
      TeamMembership,
      'mention_count' | 'mention_count_root' | 'msg_count' | 'msg_count_root'
    >
  >,
  // Maps of text whose members are those that are declared; a password is sent to the server only.
  No<Differences<typeof User, UserProfile, 'notify_props' | 'password' | 'timezone'>>,
  // Whole people, or no more than their ids.
  No<Differences<typeof UserThread, TheirThread, 'participants'>>,
  // See UserThread.
  No<Differences<typeof UserThreadList, TheirThreadList, 'threads'>>,
];
