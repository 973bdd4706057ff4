import {Link} from 'react-router';
import {settingLabel} from '../../lib/setting-names.ts';

/** Leads administrators to a setting, such as `ServiceSettings.EnableCommands`. */
export function SettingLink({name}: {name: string}) {
  const section = name.split('.')[0]!;
  return <Link to={`/_admin/settings?section=${section}&find=${name}`}>{settingLabel(name)}</Link>;
}
