import type {ReactNode} from 'react';
import {useNavigate} from 'react-router';
import {Button} from '../../components/button.tsx';
import {EmptyState} from '../../components/state.tsx';

/** Something that the settings keep from working: what the server says of it, and the way to the settings. */
export function SwitchedOff({
  title,
  message,
  children,
}: {
  title: string;
  message: string;
  children?: ReactNode;
}) {
  const navigate = useNavigate();
  const setting = /\b[A-Z]\w+Settings\.\w+/.exec(message)?.[0] ?? '';
  return (
    <EmptyState icon="lock" title={title}>
      <p>{message}</p>
      {children}
      <Button kind="primary" icon="settings" onPress={() => navigate(`/_admin/settings?search=${setting}`)}>
        Open the setting
      </Button>
    </EmptyState>
  );
}
