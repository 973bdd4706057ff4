import type {ServerChannel} from '@mattermost/types/channels';
import {type ComponentProps, type ReactNode, useState} from 'react';
import {channelName} from '../../data/channels/channel-names.ts';
import {useMe} from '../../data/session/session.ts';
import {ChannelTargets} from '../channels/channel-targets.tsx';
import {FormDialog, useDialogWork} from '../ui/form-dialog.tsx';
import {PickerField} from '../ui/picker-field.tsx';

interface ChannelDialogProps extends Omit<ComponentProps<typeof ChannelTargets>, 'onChoose'> {
  title: string;
  /** The label of the field. */
  label: string;
  submitLabel: string;
  /** The error if no channel is chosen. */
  missing: string;
  /** Shown above the field. */
  intro?: ReactNode;
  /** Called with the chosen channel. If it rejects, the dialog stays open and shows the error. */
  onSubmit: (target: ServerChannel) => Promise<void>;
  onClose: () => void;
  /** Whether something was entered in `children`. */
  isChanged?: boolean;
  /** Shown below the field. */
  children?: ReactNode;
}

/** Asks for a channel to do something with a message, such as forwarding or moving it. */
export function ChannelDialog({
  title,
  label,
  submitLabel,
  missing,
  intro,
  onSubmit,
  onClose,
  isChanged = false,
  children,
  ...targets
}: ChannelDialogProps) {
  const me = useMe();
  const [target, setTarget] = useState<ServerChannel>();
  const [isMissing, setMissing] = useState(false);
  const {run, state} = useDialogWork(onClose);

  async function submit() {
    if (!target) return setMissing(true);
    await run(() => onSubmit(target));
  }

  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      {...state}
      isChanged={isChanged || target !== undefined}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {intro}
      <PickerField
        label={label}
        required
        autoFocus
        chosen={target ? channelName(target, me) : null}
        error={isMissing && !target ? missing : undefined}
      >
        {(close) => (
          <ChannelTargets
            {...targets}
            label={label}
            onChoose={(channel) => {
              setTarget(channel);
              close();
            }}
          />
        )}
      </PickerField>
      {children}
    </FormDialog>
  );
}
