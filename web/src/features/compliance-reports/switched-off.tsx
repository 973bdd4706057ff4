import {useNavigate} from 'react-router';
import {Button} from '../../components/button.tsx';
import {EmptyState} from '../../components/state.tsx';

/** Something that the settings keep from working: what the server says of it, and the way to the settings. */
export function SwitchedOff({title, message}: {title: string; message: string}) {
  const navigate = useNavigate();
  const [section = ''] = /\b[A-Z]\w+Settings(?=\.)/.exec(message) ?? [];
  return (
    <EmptyState icon="lock" title={title}>
      <p>{message}</p>
      <Button kind="primary" icon="settings" onPress={() => navigate(`/_admin/settings?section=${section}`)}>
        Open the setting
      </Button>
    </EmptyState>
  );
}
