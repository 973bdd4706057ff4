import type {Channel, DirectChannel, DirectPost, Post, Reply, Scheme, Team, User} from '../format/objects.ts';
import type {ObjectLine} from '../parse-lines.ts';

/** A step on the path from a line's object to a name: a field or a list index. */
export type Step = string | number;

/** Called for every name that a line refers to, with the path to it. */
export interface ReferenceVisitor {
  scheme(name: string, scope: 'team' | 'channel', path: Step): void;
  team(name: string, ...path: Step[]): void;
  channel(team: string, name: string, ...path: Step[]): void;
  user(name: string, ...path: Step[]): void;
  /** Role names, separated by spaces. */
  roles(names: string, ...path: Step[]): void;
}

/** Visits everything that a line refers to. */
export function visitReferences(line: ObjectLine, visitor: ReferenceVisitor): void {
  switch (line.type) {
    case 'post':
      visitor.team(line.object.team, 'team');
      visitor.channel(line.object.team, line.object.channel, 'channel');
      visitMessage(line.object, visitor);
      return;
    case 'direct_post':
      visitNames(line.object.channel_members, 'channel_members', visitor);
      visitMessage(line.object, visitor);
      return;
    case 'direct_channel':
      visitDirectChannel(line.object, visitor);
      return;
    case 'user':
      visitUser(line.object, visitor);
      return;
    case 'channel':
      visitor.team(line.object.team, 'team');
      visitScheme(line.object, 'channel', visitor);
      return;
    case 'team':
      visitScheme(line.object, 'team', visitor);
      return;
    // An owner that is not a user is a plugin. Roles, schemes and emoji have no references.
    case 'bot':
    case 'role':
    case 'scheme':
    case 'emoji':
  }
}

/** The members of a direct channel, from either field. */
export function membersOf({participants, members}: DirectChannel): string[] {
  return participants?.map(({username}) => username) ?? members ?? [];
}

function visitScheme(object: Team | Channel, scope: 'team' | 'channel', visitor: ReferenceVisitor): void {
  if (object.scheme) visitor.scheme(object.scheme, scope, 'scheme');
}

function visitUser(user: User, visitor: ReferenceVisitor): void {
  if (user.roles) visitor.roles(user.roles, 'roles');
  user.teams?.forEach((team, i) => {
    visitor.team(team.name, 'teams', i, 'name');
    if (team.roles) visitor.roles(team.roles, 'teams', i, 'roles');
    team.channels?.forEach((channel, j) => {
      visitor.channel(team.name, channel.name, 'teams', i, 'channels', j, 'name');
      if (channel.roles) visitor.roles(channel.roles, 'teams', i, 'channels', j, 'roles');
    });
  });
}

function visitDirectChannel(channel: DirectChannel, visitor: ReferenceVisitor): void {
  if (channel.participants) {
    channel.participants.forEach(({username}, i) => {
      visitor.user(username, 'participants', i, 'username');
    });
  } else {
    visitNames(channel.members, 'members', visitor);
  }
  visitNames(channel.shown_by, 'shown_by', visitor);
}

// Posts are most of a file, so this uses plain loops and allocates nothing for absent lists.
function visitMessage(post: Post | DirectPost, visitor: ReferenceVisitor): void {
  visitor.user(post.user, 'user');
  visitNames(post.flagged_by, 'flagged_by', visitor);
  const {reactions, replies, thread_followers: followers} = post;
  if (reactions !== undefined) {
    for (let i = 0; i < reactions.length; i++) visitor.user(reactions[i]!.user, 'reactions', i, 'user');
  }
  if (replies !== undefined) {
    for (let i = 0; i < replies.length; i++) visitReply(replies[i]!, i, visitor);
  }
  if (followers !== undefined) {
    for (let i = 0; i < followers.length; i++)
      visitor.user(followers[i]!.user, 'thread_followers', i, 'user');
  }
}

function visitReply(reply: Reply, i: number, visitor: ReferenceVisitor): void {
  visitor.user(reply.user, 'replies', i, 'user');
  const {flagged_by: flaggedBy, reactions} = reply;
  if (flaggedBy !== undefined) {
    for (let j = 0; j < flaggedBy.length; j++) visitor.user(flaggedBy[j]!, 'replies', i, 'flagged_by', j);
  }
  if (reactions !== undefined) {
    for (let j = 0; j < reactions.length; j++) {
      visitor.user(reactions[j]!.user, 'replies', i, 'reactions', j, 'user');
    }
  }
}

function visitNames(names: readonly string[] | undefined, field: string, visitor: ReferenceVisitor): void {
  if (names === undefined) return;
  for (let i = 0; i < names.length; i++) visitor.user(names[i]!, field, i);
}

/** The roles of a scheme, each with its field. */
export function rolesOf(scheme: Scheme) {
  const fields = [
    'default_team_admin_role',
    'default_team_user_role',
    'default_team_guest_role',
    'default_channel_admin_role',
    'default_channel_user_role',
    'default_channel_guest_role',
  ] as const;
  return fields.map((field) => ({field, role: scheme[field]}));
}
