import {PersonName} from '../../people/person-name.tsx';

/** Whose bot it is: somebody, or code inside the server, which has no account. */
export function BotOwner({ownerId}: {ownerId: string}) {
  return /^[a-z0-9]{26}$/.test(ownerId) ? <PersonName userId={ownerId} /> : <span>{ownerId}</span>;
}
