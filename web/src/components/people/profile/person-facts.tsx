import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {ReactNode} from 'react';
import {useNavigate} from 'react-router';
import {openDirect} from '../../../data/channels/direct.ts';
import {useUserGroups} from '../../../data/groups/groups.ts';
import {
  attributeName,
  attributeValue,
  useAttributes,
  useAttributeValues,
} from '../../../data/people/attributes.ts';
import {useLastActive} from '../../../data/people/last-active.ts';
import {formatName, pictureUrl, useNameFormat, usePerson} from '../../../data/people/people.ts';
import {usePresence} from '../../../data/people/presence.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {useIsAdministrator} from '../../../data/session/permissions.ts';
import {useMe} from '../../../data/session/session.ts';
import {useCurrentTeamIfAny} from '../../../data/teams/teams.ts';
import {list} from '../../../lib/numbers.ts';
import type {Presence} from '../../../lib/presence.ts';
import {useTimeDependent} from '../../../lib/use-time-dependent.ts';
import {Avatar, presenceLabel} from '../../ui/avatar.tsx';
import {Button} from '../../ui/button.tsx';
import {LoadingState} from '../../ui/state.tsx';
import {Tag} from '../../ui/tag.tsx';
import {AttributeText, isShown} from '../attribute-value.tsx';
import {useLocalTime} from '../local-time.ts';
import {PersonName} from '../person.tsx';
import styles from '../person-card.module.css';
import {StatusLine} from '../status-emoji.tsx';

/**
 * A person's profile. With `onLeave`, which is called when a button opens another page, it has buttons to message the
 * person, or to edit the own profile. For administrators, another one opens the account in Administration.
 */
export default function PersonFacts({userId, onLeave}: {userId: string; onLeave?: () => void}) {
  const me = useMe();
  const person = usePerson(userId);
  const presence = usePresence(userId);
  const format = useNameFormat();
  const groups = useUserGroups(userId).data ?? [];
  const localTime = useLocalTime(person);
  const attributes = useAttributes().data ?? [];
  const values = useAttributeValues(userId).data;
  const dates = useDates();
  const lastActive = useLastActive(person);
  const activeAgo = useTimeDependent(() => (lastActive === undefined ? '' : dates.ago(lastActive)));
  const navigate = useNavigate();
  const isAdministrator = useIsAdministrator();
  const team = useCurrentTeamIfAny();
  if (!person) return <LoadingState />;
  const full = [person.first_name, person.last_name].filter(Boolean).join(' ');
  const name = formatName(person, format);

  async function message() {
    const path = await openDirect(team!, [userId]);
    onLeave?.();
    if (path) navigate(path);
  }

  return (
    <>
      <div className={styles.head}>
        <Avatar
          name={person.username}
          src={pictureUrl(person)}
          size={72}
          presence={person.is_bot ? undefined : presence}
        />
        <div>
          <div className={styles.name}>
            <PersonName userId={userId} />
          </div>
          {name !== person.username && (
            <div className={styles.quiet}>
              <bdi>@{person.username}</bdi>
            </div>
          )}
          <StatusLine userId={userId} className={styles.quiet} />
          {presence && !person.is_bot && <Availability presence={presence} activeAgo={activeAgo} />}
          {person.delete_at > 0 && <Tag kind="bad">{t`DEACTIVATED`}</Tag>}
        </div>
      </div>
      <dl className={styles.facts}>
        {full && full !== name && <Fact term={t`Full name`} value={full} />}
        {person.nickname && person.nickname !== name && <Fact term={t`Nickname`} value={person.nickname} />}
        {person.position && (
          <Fact
            term={t({message: 'Position', comment: 'Job title of a person', context: 'job'})}
            value={person.position}
          />
        )}
        {values &&
          attributes.map((attribute) => {
            const value = attributeValue(attribute, values);
            const shown = isShown(attribute, value);
            if (!shown && attribute.attrs.visibility !== 'always') return null;
            return (
              <Fact
                key={attribute.id}
                term={attributeName(attribute)}
                value={shown ? <AttributeText attribute={attribute} value={value} /> : '–'}
              />
            );
          })}
        {person.is_bot && person.bot_description && <Fact term={t`About`} value={person.bot_description} />}
        {person.email && !person.is_bot && (
          <Fact term={t`Email`} value={<a href={`mailto:${person.email}`}>{person.email}</a>} />
        )}
        {groups.length > 0 && (
          <Fact term={t`Groups`} value={list(groups.map(({display_name}) => display_name))} />
        )}
        {localTime !== '' && <Fact term={t`Local time`} value={localTime} />}
      </dl>
      {onLeave && userId === me.id && (
        <Button
          kind="primary"
          icon="edit"
          onPress={() => {
            onLeave();
            navigate('/_settings/profile');
          }}
          wide
        >
          <Trans>Edit profile</Trans>
        </Button>
      )}
      {onLeave && team && person.delete_at === 0 && (
        <Button
          kind={userId === me.id ? 'secondary' : 'primary'}
          icon="message"
          onPress={() => void message()}
          wide
        >
          <Trans context="verb">Message</Trans>
        </Button>
      )}
      {onLeave && isAdministrator && userId !== me.id && (
        <Button
          icon="settings"
          onPress={() => {
            onLeave();
            navigate(`/_admin/users/${userId}`);
          }}
          wide
        >
          <Trans>Manage account</Trans>
        </Button>
      )}
    </>
  );
}

/** Whether the person is there, in words. Screen readers already read the mark of the picture. */
function Availability({presence, activeAgo}: {presence: Presence; activeAgo: string}) {
  if (activeAgo !== '' && presence !== 'dnd')
    return <div className={styles.quiet}>{t`Active ${activeAgo}`}</div>;
  return (
    <div className={styles.quiet} aria-hidden="true">
      {presenceLabel(presence)}
    </div>
  );
}

function Fact({term, value}: {term: string; value: ReactNode}) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{typeof value === 'string' ? <bdi>{value}</bdi> : value}</dd>
    </div>
  );
}
