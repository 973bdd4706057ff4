import {i18n} from '@lingui/core';
import {Trans} from '@lingui/react/macro';
import type {Audit} from '@mattermost/types/audits';
import {isValidElement, type ReactNode} from 'react';
import {Link} from 'react-router';
import {breakable} from '../breakable.tsx';
import {AccountLink, ChannelReference, TeamReference} from '../references.tsx';

/** A sentence that says who did what to whom, with links. */
export function AuditSentence({audit}: {audit: Audit}) {
  const action = audit.action.replace(/^\/api\/v4/, '');
  const facts = parseFacts(audit.extra_info);
  const who =
    audit.user_id !== '' ? (
      <AccountLink userId={audit.user_id} />
    ) : action.startsWith('patchbay ') ? (
      <Trans>The command line</Trans>
    ) : (
      <Trans comment="An unknown person, at the start of a sentence">Someone</Trans>
    );
  return sentenceOf({who, facts, action, info: audit.extra_info});
}

/**
 * The same sentence as text, with "…" for people and things.
 *
 * @param example an action without `/api/v4`, in which `*` stands for an id, and after a space its details
 */
export function sentenceText(example: string): string {
  const [action = '', ...details] = example.startsWith('/') ? example.split(' ') : [example];
  const info = details.join(' ');
  const sentence = sentenceOf({
    who: '…',
    facts: parseFacts(info),
    action: action.replaceAll('*', 'x'.repeat(26)),
    info,
  });
  // Every sentence is a `Trans`, which has become an element with the id of its text.
  if (!isValidElement<TextProps>(sentence)) return example;
  const {id, message, values = {}} = sentence.props;
  const blanks = Object.fromEntries(Object.keys(values).map((name) => [name, '…']));
  return i18n._({id, message, values: blanks}).replaceAll(/<[^>]*>/g, '');
}

/** What the macro for `Trans` passes on. */
interface TextProps {
  id: string;
  message?: string;
  values?: Readonly<Record<string, unknown>>;
}

function sentenceOf(parts: Parts): ReactNode {
  const {who, action} = parts;
  const sentence = SENTENCES.find(([pattern]) => pattern.test(action))?.[1];
  return sentence?.(parts) ?? <Trans>{who} used the server</Trans>;
}

/** The parts of a sentence. */
interface Parts {
  who: ReactNode;
  /** The values in `extra_info`, by name. */
  facts: Readonly<Record<string, string>>;
  action: string;
  info: string;
}

function parseFacts(info: string): Record<string, string> {
  // Names of files and lists of roles contain spaces.
  return Object.fromEntries(
    [...info.matchAll(/(\w+)=(.*?)(?=,? \w+=|$)/g)].map(([, name, value]) => [name!, value!]),
  );
}

const account = (userId: string | undefined) => (userId ? <AccountLink userId={userId} /> : '…');
const channel = (channelId: string | undefined) =>
  channelId ? <ChannelReference channelId={channelId} /> : '…';
const channelAndTeam = (channelId: string | undefined) =>
  channelId ? <ChannelReference channelId={channelId} withTeam /> : '…';
const team = (teamId: string | undefined) => (teamId ? <TeamReference teamId={teamId} /> : '…');

const changedAccount = ({who, facts}: Parts) => (
  <Trans>
    {who} changed the account of {account(facts.user_id)}
  </Trans>
);
const createdToken = ({who, facts}: Parts) => (
  <Trans>
    {who} created an access token for {account(facts.user_id)}
  </Trans>
);
const setActive = ({who, facts, action}: Parts) =>
  facts.active === 'true' || / activate$/.test(action) ? (
    <Trans>
      {who} activated the account of {account(facts.user_id)}
    </Trans>
  ) : (
    <Trans>
      {who} deactivated the account of {account(facts.user_id)}
    </Trans>
  );
const changedSettings = ({who, info: names}: Parts) => {
  if (names === '') return <Trans>{who} saved the settings without changes</Trans>;
  const info = breakable(names);
  return (
    <Trans>
      {who} changed the settings {info}
    </Trans>
  );
};

/** The sentence for each kind of entry, by the path of its request or the name of its command. */
const SENTENCES: readonly [action: RegExp, sentence: (parts: Parts) => ReactNode][] = [
  [
    /^\/users\/(?:me|[^/]{26})\/terms_of_service$/,
    ({who, facts}) =>
      facts.accepted === 'true' ? (
        <Trans>{who} accepted the terms of service</Trans>
      ) : (
        <Trans>{who} rejected the terms of service</Trans>
      ),
  ],
  [/^\/terms_of_service$/, ({who}) => <Trans>{who} published terms of service</Trans>],
  [/^\/brand\/image$/, ({who}) => <Trans>{who} changed the image on the sign-in page</Trans>],
  [/^\/web_push\/subscriptions\//, ({who}) => <Trans>{who} removed a browser from push notifications</Trans>],
  [/^\/teams\/invites\/email$/, ({who}) => <Trans>{who} revoked all open invitations</Trans>],
  [
    /^\/teams\/[^/]+\/invites\/email\//,
    ({who, facts}) => (
      <Trans>
        {who} revoked an invitation to the team {team(facts.team_id)}
      </Trans>
    ),
  ],
  [
    /^\/teams\/[^/]+\/invite/,
    ({who, facts}) => (
      <Trans>
        {who} invited people to the team {team(facts.team_id)}
      </Trans>
    ),
  ],
  [
    /^\/channels\/[^/]+\/members$/,
    ({who, facts}) => (
      <Trans>
        {who} set the members of the channel {channel(facts.channel_id)}
      </Trans>
    ),
  ],
  [/^\/posts\/[^/]+\/move$/, ({who}) => <Trans>{who} moved a thread to another channel</Trans>],
  [/^\/data_retention\/records\//, ({who}) => <Trans>{who} downloaded the record of a retention run</Trans>],
  [/^\/data_retention\//, retentionPolicy],
  [/^\/legal_holds$/, ({who}) => <Trans>{who} created a legal hold</Trans>],
  [/^\/legal_holds\//, ({who}) => <Trans>{who} released a legal hold</Trans>],
  [/^\/reports\/users/, ({who}) => <Trans>{who} exported the user report</Trans>],
  [
    /^\/reports\/posts/,
    ({who, facts}) => (
      <Trans>
        {who} exported the messages of the channel {channelAndTeam(facts.channel)}
      </Trans>
    ),
  ],
  [
    /^\/exports\//,
    ({who, facts, info}) =>
      info.startsWith('delete') ? (
        <Trans>
          {who} deleted the export {facts.file}
        </Trans>
      ) : (
        <Trans>
          {who} downloaded the export {facts.file}
        </Trans>
      ),
  ],
  [
    /^\/users\/login/,
    ({who, info}) =>
      info === 'fail' ? <Trans>{who} failed to sign in</Trans> : <Trans>{who} signed in</Trans>,
  ],
  [
    /^\/users$|^patchbay (?:user|bot) create$/,
    ({who, facts}) => (
      <Trans>
        {who} created the account of {account(facts.user_id)}
      </Trans>
    ),
  ],
  [
    /^\/users\/tokens\/[^/]+\/rotate$/,
    ({who, facts}) => (
      <Trans>
        {who} replaced an access token of {account(facts.user_id)}
      </Trans>
    ),
  ],
  [/^\/users\/(?:me|[^/]{26})\/tokens$|^patchbay (?:bot )?token/, createdToken],
  [
    /^\/users\/tokens\/enable$/,
    ({who, facts}) => (
      <Trans>
        {who} activated an access token of {account(facts.user_id)}
      </Trans>
    ),
  ],
  [
    /^\/users\/tokens\/disable$/,
    ({who, facts}) => (
      <Trans>
        {who} deactivated an access token of {account(facts.user_id)}
      </Trans>
    ),
  ],
  [
    /^\/users\/tokens\//,
    ({who, facts}) => (
      <Trans>
        {who} revoked an access token of {account(facts.user_id)}
      </Trans>
    ),
  ],
  [/^\/users\/sessions\/revoke\/all$/, ({who}) => <Trans>{who} revoked the sessions of all users</Trans>],
  [
    /\/sessions\/revoke\/all$/,
    ({who, facts}) => (
      <Trans>
        {who} revoked all sessions of {account(facts.user_id)}
      </Trans>
    ),
  ],
  [
    /^\/users\/([^/]{26})\/sessions\/revoke$/,
    ({who, action}) => (
      <Trans>
        {who} revoked a session of {account(action.split('/')[2])}
      </Trans>
    ),
  ],
  [
    /^\/users\/password\/reset$/,
    ({facts}) => <Trans>{account(facts.user_id)} set a new password with a link from an email</Trans>,
  ],
  [
    /email\/verify/,
    ({who, facts}) => (
      <Trans>
        {who} confirmed the email address of {account(facts.user_id)}
      </Trans>
    ),
  ],
  [
    /^\/users\/[^/]{26}\/password$|^patchbay user (?:password|reset)/,
    ({who, facts}) => (
      <Trans>
        {who} changed the password of {account(facts.user_id)}
      </Trans>
    ),
  ],
  [/^\/users\/[^/]{26}\/active$|^patchbay \w+ (?:de)?activate$|^\/bots\/.*able$/, setActive],
  [
    /^\/users\/[^/]{26}\/roles$/,
    ({who, facts}) => (
      <Trans>
        {who} gave {account(facts.user_id)} the roles {facts.roles}
      </Trans>
    ),
  ],
  [
    /\/reset_failed_attempts$/,
    ({who, facts}) => (
      <Trans>
        {who} unlocked the account of {account(facts.user_id)}
      </Trans>
    ),
  ],
  [
    /\/(?:image|icon)(?:\/default)?$/,
    ({who, facts}) => (
      <Trans>
        {who} changed the picture of {account(facts.user_id ?? facts.bot_user_id)}
      </Trans>
    ),
  ],
  [
    /\/promote$/,
    ({who, facts}) => (
      <Trans>
        {who} made the guest {account(facts.user_id)} a member
      </Trans>
    ),
  ],
  [
    /\/demote$/,
    ({who, facts}) => (
      <Trans>
        {who} made {account(facts.user_id)} a guest
      </Trans>
    ),
  ],
  [
    /^\/users\/[^/]{26}$/,
    (parts) =>
      parts.facts.username ? (
        <Trans>
          {parts.who} deleted the account {parts.facts.username}
        </Trans>
      ) : (
        changedAccount(parts)
      ),
  ],
  [/^\/custom_profile_attributes\/fields/, ({who}) => <Trans>{who} changed the attributes of people</Trans>],
  [/^\/users\/|^patchbay (?:user|bot) /, changedAccount],
  [
    /^\/config\/history\//,
    ({who, action}) => (
      <Trans>
        {who} restored version {action.split('/')[3]} of the settings
      </Trans>
    ),
  ],
  [/^\/config|^patchbay config/, changedSettings],
  [/^\/caches\//, ({who}) => <Trans>{who} cleared the caches</Trans>],
  [
    /^\/teams\/[^/]+\/restore$/,
    ({who, facts}) => (
      <Trans>
        {who} unarchived the team {team(facts.team_id)}
      </Trans>
    ),
  ],
  [
    /^\/teams\/[^/]+$/,
    ({who, facts}) => (
      <Trans>
        {who} archived or deleted the team {team(facts.team_id)}
      </Trans>
    ),
  ],
  [
    /^\/channels\/[^/]+\/move$/,
    ({who, facts}) => (
      <Trans>
        {who} moved the channel {channel(facts.channel_id)} to the team {team(facts.team_id)}
      </Trans>
    ),
  ],
  [
    /^\/channels\/[^/]+$/,
    ({who, facts}) => (
      <Trans>
        {who} archived or deleted the channel {channel(facts.channel_id)}
      </Trans>
    ),
  ],
  [
    /^\/channels\//,
    ({who, facts}) => (
      <Trans>
        {who} changed the permissions in the channel {channel(facts.channel_id)}
      </Trans>
    ),
  ],
  [
    /^\/roles\//,
    ({who, facts: {role = ''}}) => (
      <Trans>
        {who} changed the permissions of the role <Link to={`/_admin/roles/${role}`}>{role}</Link>
      </Trans>
    ),
  ],
  [/^\/(?:schemes|teams)\b/, ({who}) => <Trans>{who} changed permissions</Trans>],
  [
    /^\/emoji\//,
    ({who, facts}) => (
      <Trans>
        {who} deleted the emoji {facts.name}
      </Trans>
    ),
  ],
  [/^\/jobs\/[^/]+\/cancel$/, ({who}) => <Trans>{who} canceled a job</Trans>],
  [/^\/jobs\/[^/]+\/download$/, ({who}) => <Trans>{who} downloaded the result of a job</Trans>],
  [/^\/jobs$/, ({who}) => <Trans>{who} started a job</Trans>],
  [
    /^\/imports$|^patchbay import /,
    ({who, facts}) => (
      <Trans>
        {who} started an import of {facts.file}
      </Trans>
    ),
  ],
  [
    /^\/imports\//,
    ({who, facts}) => (
      <Trans>
        {who} deleted the import file {facts.file}
      </Trans>
    ),
  ],
  [/^\/backups$/, ({who}) => <Trans>{who} created a backup</Trans>],
  [
    /^\/backups\//,
    ({who, facts, info}) =>
      info.startsWith('delete') ? (
        <Trans>
          {who} deleted the backup {facts.file}
        </Trans>
      ) : info.startsWith('verify') ? (
        <Trans>
          {who} verified the backup {facts.file}
        </Trans>
      ) : (
        <Trans>
          {who} downloaded the backup {facts.file}
        </Trans>
      ),
  ],
  [/^\/compliance\/|^patchbay compliance /, compliance],
  [
    /transfer/,
    ({who, facts}) => (
      <Trans>
        {who} handled the transfer of an integration from {account(facts.owner_id)} to{' '}
        {account(facts.new_owner_id)}
      </Trans>
    ),
  ],
  [
    /^\/cluster\/nodes\//,
    ({who, facts}) =>
      facts.draining === 'true' ? (
        <Trans>
          {who} started to drain the node {facts.node}
        </Trans>
      ) : (
        <Trans>
          {who} returned the node {facts.node} to service
        </Trans>
      ),
  ],
];

function compliance({who, info, action}: Parts): ReactNode {
  if (/export/i.test(`${info} ${action}`)) return <Trans>{who} ran or verified a compliance export</Trans>;
  if (/^delete/.test(info)) return <Trans>{who} deleted a compliance report</Trans>;
  if (/^download/.test(info) || action.endsWith('download')) {
    return <Trans>{who} downloaded a compliance report</Trans>;
  }
  if (/^cancel/.test(info)) return <Trans>{who} canceled a compliance report</Trans>;
  if (/^verify/.test(info)) return <Trans>{who} verified a compliance report</Trans>;
  if (/^get/.test(info)) return <Trans>{who} opened a compliance report</Trans>;
  return <Trans>{who} created a compliance report</Trans>;
}

function retentionPolicy({who, info}: Parts): ReactNode {
  if (info.startsWith('create')) return <Trans>{who} created a retention policy</Trans>;
  if (info.startsWith('delete')) return <Trans>{who} deleted a retention policy</Trans>;
  return <Trans>{who} changed a retention policy</Trans>;
}
