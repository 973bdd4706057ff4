import {t} from '@lingui/core/macro';
import {formatName, isGuest, pictureUrl, useNameFormat, usePerson} from '../../data/people/people.ts';
import {usePresence} from '../../data/people/presence.ts';
import {useIsOn} from '../../data/system/client-config.ts';
import {Avatar} from '../ui/avatar.tsx';
import {Tag} from '../ui/tag.tsx';

/** A person's name, with a tag for bots and guests. */
export function PersonName({userId}: {userId: string}) {
  const person = usePerson(userId);
  const format = useNameFormat();
  const hideGuests = useIsOn('HideGuestTags');
  if (!person) return <span>…</span>;
  return (
    <>
      <bdi>{formatName(person, format)}</bdi>
      {person.is_bot && (
        <>
          {' '}
          <Tag>{t`BOT`}</Tag>
        </>
      )}
      {!hideGuests && isGuest(person) && (
        <>
          {' '}
          <Tag>{t`GUEST`}</Tag>
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

/** A person's picture, optionally with their presence. Bots have none, because they are always online. */
export function PersonAvatar({userId, size, withPresence = false}: PersonAvatarProps) {
  const person = usePerson(userId);
  const presence = usePresence(withPresence && person && !person.is_bot ? userId : '');
  return (
    <Avatar
      name={person?.username}
      src={person && pictureUrl(person)}
      size={size}
      presence={withPresence ? presence : undefined}
    />
  );
}
