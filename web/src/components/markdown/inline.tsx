import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {createContext, type ReactNode, useContext, useState} from 'react';
import {Link} from 'react-router';
import {channelPath} from '../../data/channels/channel-names.ts';
import {useChannelByName} from '../../data/channels/mentioned-channels.ts';
import {useGroups, useUserGroups} from '../../data/groups/groups.ts';
import {formatName, useNameFormat, usePersonByUsername} from '../../data/people/people.ts';
import {usePreference} from '../../data/preferences/preferences.ts';
import {useMe} from '../../data/session/session.ts';
import {useClientConfig} from '../../data/system/client-config.ts';
import {useImageSource} from '../../data/system/image-source.ts';
import {useCurrentTeamIfAny} from '../../data/teams/teams.ts';
import {ownPath, safeImageUrl, safeUrl} from '../../lib/safe-url.ts';
import {Emoji} from '../emoji/emoji.tsx';
import {PersonCardTrigger} from '../people/person-card.tsx';
import {SteadyPicture} from '../ui/steady-picture.tsx';
import styles from './markdown.module.css';
import {mentionKeywords} from './mention-keywords.ts';

interface MarkdownLinkProps {
  href: string;
  title?: string;
  dir?: 'ltr';
  children: ReactNode;
}

/** A link in a message. A link that could run a script is shown as text. */
export function MarkdownLink({href, children, ...attributes}: MarkdownLinkProps) {
  const {CustomUrlSchemes = ''} = useClientConfig();
  const safe = safeUrl(href, CustomUrlSchemes.split(',').filter(Boolean));
  if (!safe) return <span title={href}>{children}</span>;
  const path = ownPath(safe);
  if (path && !/^\/(?:api|hooks|static|plugins)\//.test(path)) {
    return (
      <Link to={path} {...attributes}>
        {children}
      </Link>
    );
  }
  return (
    <a href={safe} {...attributes} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

/** Whether the reader wrote the text. Then nothing in it is highlighted as a mention of the reader. */
export const IsOwnText = createContext(false);

const GROUP_MENTIONS = new Set(['all', 'channel', 'here']);

/** A mention of a person or a group, such as `@ann` or `@all`. Plain text if no one has that name. */
export function Mention({name}: {name: string}) {
  const lower = name.toLowerCase();
  const me = useMe();
  const isOwnText = useContext(IsOwnText);
  const format = useNameFormat();
  const isGroup = GROUP_MENTIONS.has(lower);
  // The name may be followed by the period of its sentence.
  const trimmed = lower.replace(/[._-]+$/, '');
  const whole = usePersonByUsername(isGroup ? '' : lower);
  const short = usePersonByUsername(isGroup || trimmed === lower ? '' : trimmed);
  if (isGroup) {
    const mentionsMe = !isOwnText && me.notify_props?.channel !== 'false';
    return (
      <strong className={mentionsMe ? styles.ownMention : styles.mention}>
        <bdi>@{name}</bdi>
      </strong>
    );
  }
  const person = whole ?? short;
  if (!person) return <GroupMention name={name} />;
  const rest = whole ? '' : name.slice(trimmed.length);
  const className = person.id === me.id && !isOwnText ? styles.ownMention : styles.mention;
  return (
    <>
      <PersonCardTrigger userId={person.id} className={className}>
        <bdi data-mention={person.username}>@{formatName(person, format)}</bdi>
      </PersonCardTrigger>
      {rest}
    </>
  );
}

/** A mention of a group of people. Text that may contain keywords if there is no such group. */
function GroupMention({name}: {name: string}) {
  const lower = name.toLowerCase();
  const trimmed = lower.replace(/[._-]+$/, '');
  const groups = useGroups().data ?? [];
  const own = useUserGroups(useMe().id).data ?? [];
  const isOwnText = useContext(IsOwnText);
  const group = groups.find((one) => one.name === lower) ?? groups.find((one) => one.name === trimmed);
  if (!group) return <Words text={`@${name}`} />;
  const className = !isOwnText && own.some(({id}) => id === group.id) ? styles.ownMention : styles.mention;
  return (
    <>
      <strong className={className} title={group.display_name}>
        <bdi>@{group.name}</bdi>
      </strong>
      {name.slice(group.name.length)}
    </>
  );
}

/** Text in which the person's notification keywords are highlighted. */
export function Words({text}: {text: string}) {
  const {notify_props: props, first_name} = useMe();
  const own = mentionKeywords(props?.mention_keys ?? '', props?.first_name === 'true' ? first_name : '');
  if (useContext(IsOwnText) || !own) return text;
  return text.split(own.pattern).map((part, index) =>
    index % 2 === 1 && own.counts(part) ? (
      <strong key={index} className={styles.ownMention}>
        {part}
      </strong>
    ) : (
      part
    ),
  );
}

/** `~name`: a link to a channel of the team that the person can find. Plain text for any other name. */
export function ChannelLink({name, source}: {name: string; source: string}) {
  const team = useCurrentTeamIfAny();
  const me = useMe();
  const channel = useChannelByName(team?.id ?? '', name.toLowerCase());
  if (!team || !channel) return <>{source}</>;
  return (
    <Link className={styles.mention} to={channelPath(team, channel, me)}>
      <bdi>~{channel.display_name}</bdi>
    </Link>
  );
}

/** `#tag`: a link that searches for messages with the tag. */
export function Hashtag({tag}: {tag: string}) {
  const team = useCurrentTeamIfAny();
  if (!team) return <>{tag}</>;
  return (
    <Link className={styles.mention} to={`?search=${encodeURIComponent(tag)}`}>
      <bdi>{tag}</bdi>
    </Link>
  );
}

export function InlineEmoji({name}: {name: string}) {
  return <Emoji name={name} fallback={`:${name}:`} />;
}

/** The largest size of an image in a text, in pixels. */
const PICTURE_BOX = [800, 288] as const;

interface MarkdownImageProps {
  src: string;
  alt: string;
  /** The size set by the author, in pixels; 0 if not set. */
  width: number;
  height: number;
}

/** An image in a text, or a link to it if it can't be shown. */
export function MarkdownImage({src, alt, width, height}: MarkdownImageProps) {
  const source = useImageSource(src);
  const [isBroken, setBroken] = useState(false);
  const isCollapsed = usePreference('display_settings', 'collapse_previews', 'false') === 'true';
  const [isShown, setShown] = useState(!isCollapsed);
  const address = safeImageUrl(src);
  const name = alt || t`Image`;
  if (!address) return <>{alt}</>;
  if (!isShown && source) {
    return (
      <button type="button" className={styles.showImage} onClick={() => setShown(true)}>
        <Trans>Show image: {name}</Trans>
      </button>
    );
  }
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {source && !isBroken ? (
        <SteadyPicture
          className={styles.image}
          url={src}
          source={source}
          alt={name}
          box={PICTURE_BOX}
          wanted={[width, height]}
          onError={() => setBroken(true)}
        />
      ) : (
        name
      )}
    </a>
  );
}
