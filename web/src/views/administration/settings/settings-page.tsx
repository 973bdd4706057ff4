import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {useEffect, useRef, useState} from 'react';
import {Route, Routes, useNavigate, useSearchParams} from 'react-router';
import {Button} from '../../../components/ui/button.tsx';
import {TextField} from '../../../components/ui/field.tsx';
import {lazyComponent} from '../../../components/ui/lazy-component.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {SelectField} from '../../../components/ui/select-field.tsx';
import {EmptyState, LoadingState} from '../../../components/ui/state.tsx';
import {
  type Setting,
  type SettingsPage as Settings,
  saveSettings,
  useSettings,
} from '../../../data/administration/settings.ts';
import {changeParameters} from '../../../lib/go-to.ts';
import {errorMessage} from '../../../lib/server.ts';
import {serverText} from '../../../lib/server-texts.ts';
import {showError, showSuccess} from '../../../lib/toasts.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {UnloadedPage} from '../unloaded-page.tsx';
import {UnsavedBar} from '../unsaved-bar.tsx';
import {refreshAdministration} from '../use-change.ts';
import {findSettings} from './find-settings.ts';
import {SettingField, same, typedValue} from './setting-field.tsx';
import {errorsBySetting, readProblem, sectionTitle} from './setting-words.ts';
import styles from './settings-page.module.css';
import {SettingsTest} from './settings-test.tsx';

const HistoryPage = lazyComponent(() => import('./history-page.tsx'), <LoadingState />);

/** Unsaved changes by setting. They are kept while the person visits other pages. */
const $unsaved = atom<ReadonlyMap<string, unknown>>(new Map());

/** The settings, and their history. */
export default function SettingsPage() {
  return (
    <Routes>
      <Route index element={<AllSettings />} />
      <Route path="history" element={<HistoryPage />} />
    </Routes>
  );
}

/** All settings of the server, by section. */
function AllSettings() {
  const {data, error, refetch} = useSettings();
  if (!data) {
    return <UnloadedPage title={t`Settings`} error={error} onRetry={() => void refetch()} />;
  }
  return <SettingsForm settings={data} />;
}

function SettingsForm({settings: {sections, settings, values, fixed, problems}}: {settings: Settings}) {
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  // A link to one setting finds it.
  const linked = parameters.get('find') ?? '';
  const [term, setTerm] = useState(linked);
  const [lastLinked, setLastLinked] = useState(linked);
  if (linked !== lastLinked) {
    setLastLinked(linked);
    setTerm(linked);
  }
  const changes = useStore($unsaved);
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const [busy, setBusy] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const focusesError = useRef(false);
  const unsaved = changes.size;
  const byName = new Map(settings.map((setting) => [setting.name, setting]));
  const section = sections.find(({name}) => name === parameters.get('section')) ?? sections[0]!;
  const shown = term.trim()
    ? matchingSections(sections, findSettings(settings, term))
    : [{...section, settings: inSection(settings, section.name)}];
  const found = shown.filter((one) => one.settings.length > 0);

  // Runs after each render, because the field with the error may be in a section that wasn't visible before.
  useEffect(() => {
    const invalid =
      focusesError.current && fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!invalid) return;
    focusesError.current = false;
    // In the middle, because the error is below the field.
    invalid.focus({preventScroll: true});
    invalid.scrollIntoView({block: 'center'});
  });

  function change(setting: Setting, value: unknown) {
    const next = new Map(changes);
    if (same(typedValue(setting, value), values.get(setting.name))) next.delete(setting.name);
    else next.set(setting.name, value);
    $unsaved.set(next);
    const rest = new Map(errors);
    rest.delete(setting.name);
    setErrors(rest);
  }

  function typedChanges(): ReadonlyMap<string, unknown> {
    return new Map([...changes].map(([name, value]) => [name, typedValue(byName.get(name)!, value)]));
  }

  function discard() {
    $unsaved.set(new Map());
    setErrors(new Map());
  }

  async function save() {
    setBusy(true);
    try {
      await saveSettings(typedChanges());
      await refreshAdministration();
      const needsRestart = [...changes.keys()].some((name) => byName.get(name)!.restart);
      showSuccess(
        needsRestart ? t`Settings saved. Restart the server to apply all changes.` : t`Settings saved.`,
      );
      discard();
    } catch (error) {
      // The person has left the page.
      if (!fields.current) return showError(errorMessage(error));
      const sent = new Map([...changes.keys()].map((name) => [name, byName.get(name)!]));
      const found = errorsBySetting(errorMessage(error), sent);
      setErrors(found);
      focusesError.current = [...found.keys()].some(Boolean);
      const [first] = found.keys();
      const hidden = !shown.some((one) => one.settings.some(({name}) => name === first));
      if (first && hidden) show(first.split('.')[0]!);
    } finally {
      setBusy(false);
    }
  }

  function show(name: string) {
    setTerm('');
    changeParameters(
      (next) => {
        next.set('section', name);
        next.delete('find');
      },
      {replace: true},
    );
  }

  return (
    <AdministrationPage
      title={t`Settings`}
      intro={
        <Trans>
          Changes take effect on all servers when you save them, except for settings that require a restart.
        </Trans>
      }
      actions={
        <Button icon="clock" onPress={() => navigate('/_admin/settings/history')}>
          <Trans>History</Trans>
        </Button>
      }
      footer={
        unsaved > 0 && (
          <UnsavedBar
            status={
              errors.size > 0
                ? t`Not saved. Fix the errors and try again.`
                : plural(unsaved, {one: '# unsaved change', other: '# unsaved changes'})
            }
            failure={errors.get('')}
            busy={busy}
            onDiscard={discard}
            onSave={() => void save()}
          />
        )
      }
    >
      {problems.length > 0 && (
        <Notice kind="warning">
          <Trans>
            Some stored settings are not valid. Earlier values or defaults are used instead. Save a new value
            to fix a setting.
          </Trans>
          <ul>
            {problems.map((problem) => {
              const {name, text} = readProblem(problem, byName);
              return (
                <li key={problem}>
                  {name && <code>{name}</code>} <bdi>{text}</bdi>
                </li>
              );
            })}
          </ul>
        </Notice>
      )}
      <search className={styles.tools}>
        <div className={styles.find}>
          <TextField
            label={t`Find a setting`}
            hideLabel
            type="search"
            placeholder={t`Find a setting`}
            value={term}
            onChange={(event) => setTerm(event.target.value)}
          />
        </div>
        <SelectField
          label={t`Section`}
          hideLabel
          value={section.name}
          options={sections.map(({name}) => ({value: name, label: sectionTitle(name)}))}
          onChange={show}
        />
      </search>
      {found.length === 0 && (
        <EmptyState icon="search" title={t`No settings found`}>
          <p>
            <Trans>No setting name or description matches your search.</Trans>
          </p>
        </EmptyState>
      )}
      <div ref={fields} className={styles.sections}>
        {found.map((one) => (
          <section key={one.name} className={styles.section} aria-labelledby={`section-${one.name}`}>
            <header className={styles.head}>
              <h2 className={styles.title} id={`section-${one.name}`}>
                {sectionTitle(one.name)}
              </h2>
              <p className={styles.about}>
                <bdi>{serverText(one.description)}</bdi>
              </p>
            </header>
            {one.settings.map((setting) => (
              <SettingField
                key={setting.name}
                setting={setting}
                value={changes.has(setting.name) ? changes.get(setting.name) : values.get(setting.name)}
                fixed={fixed.get(setting.name)}
                error={errors.get(setting.name)}
                changed={changes.has(setting.name)}
                onChange={(value) => change(setting, value)}
              />
            ))}
            <SettingsTest
              section={one.name}
              names={one.settings.map(({name}) => name)}
              changes={typedChanges()}
            />
          </section>
        ))}
      </div>
    </AdministrationPage>
  );
}

function inSection(settings: readonly Setting[], section: string): Setting[] {
  return settings.filter(({name}) => name.startsWith(`${section}.`));
}

/** The sections of the settings that were found, in the order of the best setting of each. */
function matchingSections(sections: Settings['sections'], found: ReturnType<typeof findSettings>) {
  const bySection = Map.groupBy(
    found.map(({setting}) => setting),
    ({name}) => name.split('.')[0]!,
  );
  return [...bySection].flatMap(([name, matching]) => {
    const section = sections.find((one) => one.name === name);
    return section ? [{...section, settings: matching}] : [];
  });
}
