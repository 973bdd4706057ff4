import Type, {type Static} from 'typebox';
import {Id, line, looseId, Millis, word} from '../../platform/http/wire.ts';

const Availability = Type.Enum(['online', 'away', 'dnd', 'offline']);

export const Status = Type.Object({
  user_id: Id,
  status: Availability,
  manual: Type.Boolean({description: "The user chose the status, so it doesn't depend on activity."}),
  last_activity_at: Millis,
  dnd_end_time: Type.Integer({description: 'When "do not disturb" ends, in seconds since the Unix epoch.'}),
});

export type Status = Static<typeof Status>;

export const StatusChange = Type.Object({
  user_id: Type.Optional(looseId()),
  status: Availability,
  dnd_end_time: Type.Optional(
    Type.Integer({minimum: 0, description: 'Seconds since the Unix epoch; 0 for no end.'}),
  ),
});

/** A custom status: an emoji and a text. */
export const CustomStatus = Type.Object({
  emoji: Type.Optional(word('Name of an emoji, without colons.')),
  text: Type.Optional(line('Cut to 100 characters.')),
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
      {description: 'The expiry that the user selected, for display.'},
    ),
  ),
  expires_at: Type.Optional(word('Expiry (RFC 3339); empty for never.')),
});

export type CustomStatus = Static<typeof CustomStatus>;
