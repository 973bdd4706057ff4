import Type from 'typebox';
import {word} from '../../platform/http/wire.ts';

const Switch = Type.Object({
  value: Type.Boolean({description: 'Whether they may.'}),
  enabled: Type.Boolean({description: 'Whether it can be given to them here: they have it in the team.'}),
});

/** A line of what people may do in a channel. */
export const Moderation = Type.Object({
  name: word(),
  roles: Type.Object({guests: Type.Optional(Switch), members: Switch, admins: Switch}),
});

const Change = Type.Optional(Type.Union([Type.Boolean(), Type.Null()]));

/** A line of the body of `PUT /channels/{id}/moderations/patch`; what is absent or null stays as it is. */
export const ModerationPatch = Type.Object({
  name: Type.Enum(['create_post', 'create_reactions', 'manage_members', 'channel_mentions']),
  roles: Type.Object({guests: Change, members: Change}),
});
