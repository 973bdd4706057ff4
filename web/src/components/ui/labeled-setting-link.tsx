import {Link} from 'react-router';
import {settingLabel} from '../../lib/setting-names.ts';

/** A link with the label of a setting, such as `ServiceSettings.EnableCommands`. */
export default function LabeledSettingLink({name}: {name: string}) {
  const section = name.split('.')[0]!;
  return <Link to={`/_admin/settings?section=${section}&find=${name}`}>{settingLabel(name)}</Link>;
}
