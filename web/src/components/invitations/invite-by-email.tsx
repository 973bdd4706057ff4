import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {type FormEvent, type ReactNode, useState} from 'react';
import {addressesIn, isAddress} from '../../data/teams/email-addresses.ts';
import {type InvitationResult, sendInvitations} from '../../data/teams/invitations.ts';
import {errorMessage} from '../../lib/server.ts';
import {Button} from '../ui/button.tsx';
import {DialogBody} from '../ui/dialog.tsx';
import {TextArea} from '../ui/field.tsx';
import {Icon} from '../ui/icon.tsx';
import {ErrorNotice} from '../ui/notice.tsx';
import {ChannelsField} from './channels-field.tsx';
import styles from './invitations.module.css';
import {InviteFooter, type InviteFooterProps} from './invite-footer.tsx';

/** The limits of the API. */
const MOST_ADDRESSES = 100;
const MAX_MESSAGE = 500;

/** What a person enters to invite others by email. */
export interface EmailInput {
  /** Email addresses. */
  text: string;
  channelIds: readonly string[];
  message: string;
}

/** Sends invitations by email, and shows the result for each address. */
export function InviteByEmail({
  teamId,
  isGuest,
  input,
  onChange,
  onSent,
  children,
  ...footer
}: InviteFooterProps & {
  teamId: string;
  isGuest: boolean;
  input: EmailInput;
  onChange: (input: EmailInput) => void;
  /** Called with the input that doesn't have to be sent anymore. */
  onSent: (input: EmailInput) => void;
  /** Shown above the fields. */
  children: ReactNode;
}) {
  const {text, channelIds, message} = input;
  const [faults, setFaults] = useState<{emails?: string; channels?: string}>({});
  const [failure, setFailure] = useState<string>();
  const [results, setResults] = useState<InvitationResult[]>([]);
  const [busy, setBusy] = useState(false);

  async function send(event: FormEvent) {
    event.preventDefault();
    const emails = addressesIn(text);
    const found = {
      emails: emailsFault(emails),
      channels: isGuest && channelIds.length === 0 ? t`Choose at least one channel.` : undefined,
    };
    setFaults(found);
    setFailure(undefined);
    if (found.emails || found.channels) return;
    setBusy(true);
    try {
      const sent = await sendInvitations(teamId, {emails, isGuest, channelIds, message: message.trim()});
      setResults(sent);
      // Keep the addresses that failed, so that they can be corrected and sent again.
      const failed = sent.filter(({error}) => error).map(({email}) => email);
      onChange({...input, text: failed.join('\n')});
      onSent({...input, text: ''});
    } catch (error) {
      setFailure(errorMessage(error));
    }
    setBusy(false);
  }

  return (
    <form onSubmit={(event) => void send(event)} noValidate>
      <DialogBody>
        {children}
        <TextArea
          label={t`Email addresses`}
          rows={3}
          dir="ltr"
          required
          placeholder="ana@example.com, ben@example.com"
          hint={t`Separate addresses with commas, spaces or new lines. Invitations work once, for 48 hours. To send one again, invite the address again.`}
          error={faults.emails}
          value={text}
          onChange={({target}) => onChange({...input, text: target.value})}
        />
        <div role="status" className={styles.status}>
          {results.length > 0 && <Results results={results} />}
        </div>
        <ChannelsField
          label={t`Channels`}
          hint={isGuest ? undefined : t`In addition to the channels that everyone in the team joins.`}
          required={isGuest}
          error={faults.channels}
          teamId={teamId}
          value={channelIds}
          onChange={(chosen) => onChange({...input, channelIds: chosen})}
        />
        <TextArea
          label={t`Message in the email`}
          rows={2}
          maxLength={MAX_MESSAGE}
          value={message}
          onChange={({target}) => onChange({...input, message: target.value})}
        />
        <ErrorNotice text={failure} />
      </DialogBody>
      <InviteFooter {...footer}>
        <Button kind="primary" type="submit" busy={busy} isDisabled={text.trim() === ''}>
          <Trans>Send invitations</Trans>
        </Button>
      </InviteFooter>
    </form>
  );
}

function emailsFault(emails: readonly string[]): string | undefined {
  const invalid = emails.filter((email) => !isAddress(email));
  const names = invalid.slice(0, 5).join(', ');
  if (invalid.length > 0) {
    const count = invalid.length;
    return plural(count, {
      one: `This is not an email address: ${names}`,
      other: `These are not email addresses: ${names}`,
    });
  }
  if (emails.length === 0) return t`Enter an email address.`;
  if (emails.length <= MOST_ADDRESSES) return undefined;
  return plural(MOST_ADDRESSES, {
    one: 'Invite up to # address at once.',
    other: 'Invite up to # addresses at once.',
  });
}

/** The result for each address. */
function Results({results}: {results: readonly InvitationResult[]}) {
  return (
    <ul className={styles.results} aria-label={t`Results`}>
      {results.map(({email, error}) => (
        <li key={email} className={styles.result} data-failed={error !== undefined || undefined}>
          <Icon name={error ? 'warning' : 'check'} size={16} />
          <span>
            <bdi>{email}</bdi>
            {': '}
            {error ? failureReason(error) : t`Invitation sent`}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Why an invitation wasn't sent. */
function failureReason({id, message}: {id: string; message: string}): string {
  switch (id) {
    case 'api.team.invite_members.invalid_email.app_error':
      return t`This is not an email address.`;
    case 'api.team.invite_members.address_limit.app_error':
      return t`Not sent. This address got several invitations in the last hour.`;
    case 'api.context.rate_limit.app_error':
      return t`Not sent. You can invite 20 people in an hour. Try again later.`;
    default:
      return message;
  }
}
