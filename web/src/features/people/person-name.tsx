import {Tag} from '../../components/tag.tsx';
import {useIsOn} from '../../lib/client-config.ts';
import {nameOf, useNameFormat, usePerson} from './people.ts';

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
