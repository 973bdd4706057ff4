import {t} from '@lingui/core/macro';

/** For example `Chrome 150 on Linux`. Parts that the program doesn't report are left out. */
export function describeDevice(props: Readonly<Record<string, string>>, deviceId = ''): string {
  const {browser = '', os, platform} = props;
  const [browserName, version = ''] = browser.split('/');
  const program = `${browserName} ${version.split('.')[0]}`.trim();
  const system = os || platform || '';
  const known = [program, system].filter((part) => part !== '' && part !== 'Unknown');
  if (known.length === 2) return t`${program} on ${system}`;
  return known[0] ?? (deviceId ? t`Mobile app` : t`Unknown device`);
}
