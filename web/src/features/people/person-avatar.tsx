import {Avatar} from '../../components/avatar.tsx';
import {pictureOf, usePerson} from './people.ts';
import {usePresence} from './presence.ts';

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
