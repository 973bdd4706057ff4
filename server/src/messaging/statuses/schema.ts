import Type, {type Static} from 'typebox';
import {Id, line, looseId, Millis, word} from '../../platform/http/wire.ts';

/** Whether a person can be reached, as it is shown to others. */
const Availability = Type.Enum(['online', 'away', 'dnd', 'offline']);

/** A person's status on the wire. */
export const Status = Type.Object({
  user_id: Id,
  status: Availability,
  manual: Type.Boolean({description: 'The person chose it; it does not follow activity.'}),
  last_activity_at: Millis,
  dnd_end_time: Type.Integer({description: 'When "do not disturb" ends, in seconds since the Unix epoch.'}),
});

export type Status = Static<typeof Status>;

/** Body of `PUT /users/{id}/status`. */
export const StatusChange = Type.Object({
  user_id: Type.Optional(looseId()),
  status: Availability,
  dnd_end_time: Type.Optional(
    Type.Integer({minimum: 0, description: 'Seconds since the Unix epoch; 0: until changed.'}),
  ),
});

/** What a person says of themselves for a while: an emoji and some words. */
export const CustomStatus = Type.Object({
  emoji: Type.Optional(word('Name of an emoji, without colons.')),
  text: Type.Optional(line('Its first 100 characters count.')),
  duration: Type.Optional(
    Type.Enum(
      [
        '',
        'thirty_minutes',
        'one_hour',
        'four_hours',
        'today',
        'this_week',
        'date_and_time',
        'custom_date_time',
      ],
      {description: 'Which end the person chose; clients show it.'},
    ),
  ),
  expires_at: Type.Optional(word('When it ends (RFC 3339); empty for never.')),
});

export type CustomStatus = Static<typeof CustomStatus>;
