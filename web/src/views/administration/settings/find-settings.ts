import type {Setting} from '../../../data/administration/settings.ts';
import {foldText} from '../../../lib/fold-text.ts';
import {matchRank, RANK} from '../../../lib/match-rank.ts';
import {serverText} from '../../../lib/server-texts.ts';
import {englishSettingLabel, settingLabel} from '../../../lib/setting-names.ts';
import {sectionTitle} from './setting-words.ts';

/** Between labels that contain the text, and labels that contain it except for a typo. */
const IN_DESCRIPTION = (RANK.part + RANK.typo) / 2;

/**
 * How well a setting matches a search, in the language of the page or in English: its label before its section and
 * description (`RANK`).
 */
function settingRank({name, description}: Setting, term: string): number {
  const folded = foldText(term.trim());
  const names = [settingLabel(name), englishSettingLabel(name), name];
  const rank = matchRank(names, folded);
  if (rank <= RANK.part) return rank;
  const section = sectionTitle(name.split('.')[0]!);
  const text = foldText([section, ...names, serverText(description), description].join(' '));
  return folded.split(/\s+/).every((word) => text.includes(word)) ? IN_DESCRIPTION : rank;
}

/** The settings that match, best first. */
export function findSettings(settings: readonly Setting[], term: string): {setting: Setting; rank: number}[] {
  return settings
    .map((setting) => ({setting, rank: settingRank(setting, term)}))
    .filter(({rank}) => rank < RANK.none)
    .sort((one, other) => one.rank - other.rank);
}
