import {nameOf, pictureOf, useNameFormat, usePerson} from '../../data/people/people.ts';
import {usePresence} from '../../data/people/presence.ts';
import {useIsOn} from '../../data/system/client-config.ts';
import {Avatar} from '../ui/avatar.tsx';
import {Tag} from '../ui/tag.tsx';

/** Somebody's name, marked where they are a bot or a guest. */
export function PersonName({userId}: {userId: string}) {
  const person = usePerson(userId);
  const format = useNameFormat();
  const hideGuests = useIsOn('HideGuestTags');
  if (!person) return <span>…</span>;
  return (
    <>
      <span>{nameOf(person, format)}</span>
      {person.is_bot && (
        <>
          {' '}
          <Tag>BOT</Tag>
        </>
      )}
      {!hideGuests && person.roles.split(' ').includes('system_guest') && (
        <>
          {' '}
          <Tag>GUEST</Tag>
        </>
      )}
    </>
  );
}

interface PersonAvatarProps {
  userId: string;
  size?: number;
  withPresence?: boolean;
}

/** Somebody's picture, with whether they are there if wanted. Bots are always there, so they show no presence. */
export function PersonAvatar({userId, size, withPresence = false}: PersonAvatarProps) {
  const person = usePerson(userId);
  const presence = usePresence(withPresence && person && !person.is_bot ? userId : '');
  return (
    <Avatar
      name={person?.username ?? ' '}
      src={person && pictureOf(person)}
      size={size}
      presence={withPresence ? presence : undefined}
    />
  );
}
