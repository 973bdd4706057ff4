import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {useEffect, useRef, useState} from 'react';
import {useSearchParams} from 'react-router';
import {Button} from '../../../components/ui/button.tsx';
import {SelectField, TextField} from '../../../components/ui/field.tsx';
import {ErrorNotice} from '../../../components/ui/notice.tsx';
import {EmptyState, ErrorState, LoadingState} from '../../../components/ui/state.tsx';
import {
  type Setting,
  type SettingsPage as Settings,
  saveSettings,
  useSettings,
} from '../../../data/administration/settings.ts';
import {errorMessage} from '../../../lib/server.ts';
import {tellDone} from '../../../lib/toasts.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {refreshAdministration} from '../use-change.ts';
import {SettingField, same, typedValue} from './setting-field.tsx';
import {faultsBySetting, sectionTitle, settingLabel} from './setting-words.ts';
import styles from './settings-page.module.css';

/** What has been changed and not saved, by setting: it is still there after a look at another page. */
const $unsaved = atom<ReadonlyMap<string, unknown>>(new Map());

/** Every setting of the server, by section. */
export default function SettingsPage() {
  const {data, error, isPending, refetch} = useSettings();
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (isPending) return <LoadingState />;
  return <SettingsForm settings={data} />;
}

function SettingsForm({settings: {sections, settings, values, fixed}}: {settings: Settings}) {
  const [parameters, setParameters] = useSearchParams();
  const [term, setTerm] = useState('');
  const changes = useStore($unsaved);
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const [busy, setBusy] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const leadsToFault = useRef(false);
  const section = sections.find(({name}) => name === parameters.get('section')) ?? sections[0]!;
  const shown = term.trim()
    ? sections.map((one) => ({...one, settings: matching(inSection(settings, one.name), term)}))
    : [{...section, settings: inSection(settings, section.name)}];
  const found = shown.filter((one) => one.settings.length > 0);

  // Once it is on the page: it may be in another section than the one that was shown.
  useEffect(() => {
    const fault = leadsToFault.current && fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!fault) return;
    leadsToFault.current = false;
    fault.focus();
  });

  function change(setting: Setting, value: unknown) {
    const next = new Map(changes);
    if (same(typedValue(setting, value), values.get(setting.name))) next.delete(setting.name);
    else next.set(setting.name, value);
    $unsaved.set(next);
    const rest = new Map(faults);
    rest.delete(setting.name);
    setFaults(rest);
  }

  function discard() {
    $unsaved.set(new Map());
    setFaults(new Map());
  }

  async function save() {
    setBusy(true);
    try {
      const byName = new Map(settings.map((setting) => [setting.name, setting]));
      await saveSettings(
        new Map([...changes].map(([name, value]) => [name, typedValue(byName.get(name)!, value)])),
      );
      await refreshAdministration();
      const needsRestart = [...changes.keys()].some((name) => byName.get(name)!.restart);
      tellDone(
        needsRestart ? 'Saved. Some of it takes effect when the server starts anew.' : 'Saved and in force.',
      );
      discard();
    } catch (error) {
      const names = new Set(changes.keys());
      const found = faultsBySetting(errorMessage(error), names);
      setFaults(found);
      leadsToFault.current = [...found.keys()].some(Boolean);
      const [first] = found.keys();
      const hidden = !shown.some((one) => one.settings.some(({name}) => name === first));
      if (first && hidden) show(first.split('.')[0]!);
    } finally {
      setBusy(false);
    }
  }

  function show(name: string) {
    setTerm('');
    setParameters({section: name}, {replace: true});
  }

  return (
    <AdministrationPage
      title="Settings"
      lead="What is set here is in force at once, unless it says that it needs a restart. It is kept in config.json in the data directory."
      footer={
        changes.size > 0 && (
          <>
            <ErrorNotice text={faults.get('')} />
            <div className={styles.bar}>
              <span className={styles.count} role="status">
                {changes.size === 1 ? 'One change' : `${changes.size} changes`}, not saved
                {faults.size > 0 && ': see what is wrong at the fields'}
              </span>
              <Button onPress={discard}>Discard</Button>
              <Button kind="primary" busy={busy} onPress={() => void save()}>
                Save
              </Button>
            </div>
          </>
        )
      }
    >
      <search className={styles.tools}>
        <div className={styles.find}>
          <TextField
            label="Find a setting"
            hideLabel
            type="search"
            placeholder="Find a setting"
            value={term}
            onChange={(event) => setTerm(event.target.value)}
          />
        </div>
        <SelectField
          label="Section"
          hideLabel
          value={section.name}
          options={sections.map(({name}) => ({value: name, label: sectionTitle(name)}))}
          onChange={(event) => show(event.target.value)}
        />
      </search>
      {found.length === 0 && (
        <EmptyState icon="search" title="No such setting">
          <p>No setting has that in its name or in its description.</p>
        </EmptyState>
      )}
      <div ref={fields} className={styles.sections}>
        {found.map((one) => (
          <section key={one.name} className={styles.section} aria-labelledby={`section-${one.name}`}>
            <header className={styles.head}>
              <h2 className={styles.title} id={`section-${one.name}`}>
                {sectionTitle(one.name)}
              </h2>
              <p className={styles.about}>{one.description}</p>
            </header>
            {one.settings.map((setting) => (
              <SettingField
                key={setting.name}
                setting={setting}
                value={changes.has(setting.name) ? changes.get(setting.name) : values.get(setting.name)}
                fixed={fixed.has(setting.name)}
                error={faults.get(setting.name)}
                changed={changes.has(setting.name)}
                onChange={(value) => change(setting, value)}
              />
            ))}
          </section>
        ))}
      </div>
    </AdministrationPage>
  );
}

function inSection(settings: readonly Setting[], section: string): Setting[] {
  return settings.filter(({name}) => name.startsWith(`${section}.`));
}

/** Those in which every word is found, in the name as it is written or as it is read, or in the description. */
function matching(settings: readonly Setting[], term: string): Setting[] {
  const words = term.toLowerCase().split(/\s+/).filter(Boolean);
  return settings.filter(({name, description}) => {
    const title = `${sectionTitle(name.split('.')[0]!)} ${settingLabel(name)}`;
    const text = `${name} ${title} ${description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
