import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {type ReactNode, useState} from 'react';
import {Button} from '../../../components/ui/button.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {JoinedList} from '../../../components/ui/joined-list.tsx';
import {RecordRow} from '../../../components/ui/record-list.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {useDates} from '../../../data/preferences/display.ts';
import {type LegalHold, releaseLegalHold} from '../../../data/retention/retention.ts';
import type {Dates} from '../../../lib/dates.ts';
import {hasNoStart} from '../open-period.ts';
import {AccountLink, ChannelReference} from '../references.tsx';
import {someNames} from '../some-names.ts';

/** The number of names that a row shows. The rest are only counted. */
const MAX_NAMES = 10;

/** A legal hold: what it covers, who created it, and a button to release it. */
export function HoldRow({hold}: {hold: LegalHold}) {
  const dates = useDates();
  const [isReleasing, setReleasing] = useState(false);
  const {name, user_ids, channel_ids, release_at} = hold;
  return (
    <RecordRow
      title={name}
      status={
        release_at > 0 ? (
          <Tag>{t`Released`}</Tag>
        ) : (
          <Tag kind="warn">{t({message: 'Active', context: 'legal hold'})}</Tag>
        )
      }
      facts={[
        user_ids.length === 0 ? (
          t`Messages by anyone`
        ) : (
          <Trans>
            Messages by <Names ids={user_ids} render={(id) => <AccountLink userId={id} />} />
          </Trans>
        ),
        channel_ids.length === 0 ? (
          t`In all channels and direct messages`
        ) : (
          <Trans>
            In <Names ids={channel_ids} render={(id) => <ChannelReference channelId={id} />} />
          </Trans>
        ),
        formatPeriod(hold, dates),
        hold.creator_id ? (
          <Trans>
            Created by <AccountLink userId={hold.creator_id} /> on {dates.dateTime(hold.create_at)}
          </Trans>
        ) : (
          t`Created on ${dates.dateTime(hold.create_at)}`
        ),
        ...(release_at > 0
          ? [
              <Trans>
                Released by <AccountLink userId={hold.released_by} /> on {dates.dateTime(release_at)}
              </Trans>,
            ]
          : []),
      ]}
      actions={
        release_at === 0 && (
          <Button size="small" onPress={() => setReleasing(true)} aria-label={t`Release ${name}`}>
            <Trans>Release</Trans>
          </Button>
        )
      }
    >
      {isReleasing && (
        <ConfirmDialog
          title={t`Release ${name}?`}
          confirmLabel={t`Release`}
          danger
          onClose={() => setReleasing(false)}
          onConfirm={() => releaseLegalHold(hold.id)}
        >
          <Trans>
            The next run of data retention can delete what only this hold covers. The hold stays in the list,
            but you can't turn it on again.
          </Trans>
        </ConfirmDialog>
      )}
    </RecordRow>
  );
}

function Names({ids, render}: {ids: readonly string[]; render: (id: string) => ReactNode}) {
  return <JoinedList items={someNames(ids.map(render), MAX_NAMES)} />;
}

function formatPeriod({start_at, end_at}: LegalHold, {dateTime}: Dates): string {
  const start = dateTime(start_at);
  const end = dateTime(end_at);
  if (hasNoStart(start_at)) return end_at > 0 ? t`Sent until ${end}` : t`Sent at any time`;
  return end_at > 0 ? t`Sent from ${start} until ${end}` : t`Sent since ${start}`;
}
