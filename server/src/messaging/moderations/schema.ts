import Type from 'typebox';
import {word} from '../../platform/http/wire.ts';

const Switch = Type.Object({
  value: Type.Boolean({description: 'Whether they have the permission.'}),
  enabled: Type.Boolean({
    description: 'Whether the permission can be granted here, because they have it in the team.',
  }),
});

/** A moderation setting of a channel. */
export const Moderation = Type.Object({
  name: word(),
  roles: Type.Object({guests: Type.Optional(Switch), members: Switch, admins: Switch}),
});

const Change = Type.Optional(Type.Union([Type.Boolean(), Type.Null()]));

/** An item in the body of `PUT /channels/{id}/moderations/patch`. Missing or null values don't change. */
export const ModerationPatch = Type.Object({
  name: Type.Enum(['create_post', 'create_reactions', 'manage_members', 'channel_mentions']),
  roles: Type.Object({guests: Change, members: Change}),
});
