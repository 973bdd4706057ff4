import {t} from '@lingui/core/macro';
import {useState} from 'react';
import {useChannels} from '../../data/channels/channels.ts';
import {language} from '../../lib/language.ts';
import {ChannelIcon} from '../channels/channel-icon.tsx';
import {Chooser} from '../ui/chooser.tsx';
import type {FieldProps} from '../ui/field.tsx';
import {IconButton} from '../ui/icon-button.tsx';
import {PickerField} from '../ui/picker-field.tsx';
import styles from './invitations.module.css';

interface ChannelsFieldProps extends FieldProps {
  teamId: string;
  /** Ids of the chosen channels. */
  value: readonly string[];
  onChange: (channelIds: string[]) => void;
}

/** Channels of a team that the person is in, found by typing. */
export function ChannelsField({teamId, value, onChange, ...field}: ChannelsFieldProps) {
  const channels = useChannels();
  const [query, setQuery] = useState('');
  const term = query.trim().toLowerCase();
  const items = Object.values(channels)
    .filter(
      ({id, team_id, delete_at, display_name}) =>
        team_id === teamId &&
        delete_at === 0 &&
        !value.includes(id) &&
        display_name.toLowerCase().includes(term),
    )
    .sort((one, other) => one.display_name.localeCompare(other.display_name, language()));
  const names = value.map((id) => channels[id]?.display_name ?? '…');
  return (
    <PickerField
      {...field}
      placeholder={t`Choose channels`}
      chosen={names.length > 0 ? new Intl.ListFormat(language()).format(names) : null}
      onClear={() => onChange([])}
    >
      {() => (
        <Chooser
          label={field.label}
          items={items}
          getKey={({id}) => id}
          query={query}
          onQuery={setQuery}
          most={5}
          none={t`No channels found.`}
          onChoose={({id}) => {
            onChange([...value, id]);
            setQuery('');
          }}
          onErase={() => onChange(value.slice(0, -1))}
          chosen={value.map((id, index) => (
            <span key={id} className={styles.chosen}>
              {names[index]}
              <IconButton
                icon="close"
                size="small"
                label={removeLabel(names[index]!)}
                onPress={() => onChange(value.filter((one) => one !== id))}
              />
            </span>
          ))}
          render={(channel) => (
            <>
              <ChannelIcon channel={channel} />
              <bdi>{channel.display_name}</bdi>
            </>
          )}
        />
      )}
    </PickerField>
  );
}

function removeLabel(name: string): string {
  return t`Remove ${name}`;
}
