// The server's responses match the official types. `tsc` checks this file; there is nothing to run.
//
// Each line compares a record of our schema with a type of @mattermost/types. Members in both must have the declared
// type, and members that the type requires must exist. The members listed at the end are exceptions, with the reason
// in a comment.

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
import type {Group as TheirGroup} from '@mattermost/types/groups';
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
import type {UserPropertyField} from '@mattermost/types/properties';
import type {Reaction as TheirReaction} from '@mattermost/types/reactions';
import type {Role as TheirRole} from '@mattermost/types/roles';
import type {ScheduledPost as TheirScheduledPost} from '@mattermost/types/schedule_post';
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
import type {Group} from '../../server/src/messaging/groups/schema.ts';
import type {Job} from '../../server/src/messaging/jobs/schema.ts';
import type {Post, PostInfo, PostList, PostMetadata} from '../../server/src/messaging/posts/schema.ts';
import type {Preference} from '../../server/src/messaging/preferences/schema.ts';
import type {AttributeField} from '../../server/src/messaging/profile-attributes/schema.ts';
import type {Reaction} from '../../server/src/messaging/reactions/schema.ts';
import type {Role} from '../../server/src/messaging/roles/schema.ts';
import type {ScheduledPost} from '../../server/src/messaging/scheduled-posts/schema.ts';
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

/** An enum of strings is a string on the wire. */
type Plain<T> = T extends string ? `${T}` : T;

/** The members in which our record differs from the official type, without the exceptions. */
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

/** Doesn't compile if there are differences. The error message lists them. */
type No<_Difference extends never> = true;

export type Checked = [
  No<Differences<typeof AccessToken, UserAccessToken>>,
  // An id. In the official type, it is the name of the group.
  No<Differences<typeof AttributeField, UserPropertyField, 'group_id'>>,
  No<Differences<typeof Audit, TheirAudit>>,
  No<Differences<typeof Bot, TheirBot>>,
  No<Differences<typeof Channel, TheirChannel>>,
  No<Differences<typeof ChannelWithTeam, ChannelWithTeamData>>,
  No<Differences<typeof ChannelMember, ChannelMembership>>,
  No<Differences<typeof CustomEmoji, TheirEmoji>>,
  No<Differences<typeof CustomStatus, UserCustomStatus>>,
  // Strings in place of enums; embeds and images of any shape.
  No<Differences<typeof Draft, TheirDraft, 'metadata' | 'priority' | 'type'>>,
  No<Differences<typeof ScheduledPost, TheirScheduledPost, 'metadata' | 'priority' | 'type' | 'error_code'>>,
  // The client sets `clientId` until the upload is finished. `mini_preview` can be null on the reference server too.
  No<Differences<typeof FileInfo, TheirFileInfo, 'clientId' | 'mini_preview'>>,
  // Added in a later API level than ours.
  No<Differences<typeof Group, TheirGroup, 'scheme_admin' | 'member_count'>>,
  No<Differences<typeof IncomingWebhook, TheirIncomingWebhook, 'last_used'>>,
  // Includes Patchbay's own types.
  No<Differences<typeof Job, TheirJob, 'type'>>,
  // See SidebarCategory.
  No<Differences<typeof OrderedSidebarCategories, OrderedChannelCategories, 'categories'>>,
  // Includes types of integrations; see PostMetadata for the metadata.
  No<Differences<typeof Post, TheirPost, 'metadata' | 'type'>>,
  // Strings in place of enums, or empty.
  No<Differences<typeof PostInfo, TheirPostInfo, 'channel_type' | 'team_type'>>,
  // See Post.
  No<Differences<typeof PostList, TheirPostList, 'posts'>>,
  // Records that are compared on their own lines here; embeds and images of any shape.
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
  // Also null in Mattermost.
  No<Differences<typeof SessionRecord, TheirSession, 'team_members'>>,
  // Strings in place of enums.
  No<Differences<typeof SidebarCategory, ChannelCategory, 'sorting'>>,
  // Strings in place of enums.
  No<Differences<typeof SlashCommand, Command, 'method'>>,
  No<Differences<typeof Status, UserStatus>>,
  No<Differences<typeof Team, TheirTeam>>,
  // Computed by the client.
  No<
    Differences<
      typeof TeamMember,
      TeamMembership,
      'mention_count' | 'mention_count_root' | 'msg_count' | 'msg_count_root'
    >
  >,
  // Maps of strings that include the declared members. A password is only sent to the server.
  No<Differences<typeof User, UserProfile, 'notify_props' | 'password' | 'timezone'>>,
  // Complete users, or only their ids.
  No<Differences<typeof UserThread, TheirThread, 'participants'>>,
  // See UserThread.
  No<Differences<typeof UserThreadList, TheirThreadList, 'threads'>>,
];
