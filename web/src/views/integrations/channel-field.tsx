import {t} from '@lingui/core/macro';
import type {Channel} from '@mattermost/types/channels';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {ChannelIcon} from '../../components/channels/channel-icon.tsx';
import {Chooser} from '../../components/ui/chooser.tsx';
import type {FieldProps} from '../../components/ui/field.tsx';
import {PickerField} from '../../components/ui/picker-field.tsx';
import {useAnyChannel} from '../../data/channels/channels.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {server} from '../../lib/server.ts';
import {useDebounced} from '../../lib/use-debounced.ts';

interface ChannelFieldProps extends FieldProps {
  /** A channel's id; empty if none is chosen. */
  value: string;
  onChange: (channelId: string) => void;
  publicOnly?: boolean;
  placeholder?: string;
  canBeEmpty?: boolean;
}

/** A channel of the team, found by typing. */
export function ChannelField({
  value,
  onChange,
  publicOnly = false,
  placeholder = t`Choose a channel`,
  canBeEmpty = false,
  ...field
}: ChannelFieldProps) {
  const channel = useAnyChannel(value);
  return (
    <PickerField
      {...field}
      placeholder={placeholder}
      chosen={
        value === '' ? null : channel ? (
          <>
            <ChannelIcon channel={channel} />
            <bdi>{channel.display_name}</bdi>
          </>
        ) : (
          '…'
        )
      }
      onClear={canBeEmpty ? () => onChange('') : undefined}
    >
      {(close) => (
        <ChannelChoices
          label={field.label}
          publicOnly={publicOnly}
          onChoose={(id) => {
            onChange(id);
            close();
          }}
        />
      )}
    </PickerField>
  );
}

function ChannelChoices({
  label,
  publicOnly,
  onChoose,
}: {
  label: string;
  publicOnly: boolean;
  onChoose: (channelId: string) => void;
}) {
  const team = useCurrentTeam();
  const [query, setQuery] = useState('');
  const term = useDebounced(query.trim());
  const {data = [], isPending} = useQuery({
    queryKey: ['channel-choices', team.id, term],
    queryFn: () => server.searchChannels(team.id, term),
    placeholderData: (before: Channel[] | undefined) => before,
  });
  return (
    <Chooser
      label={label}
      placeholder={t`Search channels`}
      items={data.filter(({type, delete_at}) => delete_at === 0 && (type === 'O' || !publicOnly))}
      getKey={({id}) => id}
      query={query}
      onQuery={setQuery}
      loading={isPending}
      none={t`No channels found.`}
      onChoose={({id}) => onChoose(id)}
      render={(channel) => (
        <>
          <ChannelIcon channel={channel} />
          <bdi>{channel.display_name}</bdi>
        </>
      )}
    />
  );
}
