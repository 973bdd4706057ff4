import {readdir, readFile, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {buffer} from 'node:stream/consumers';
import {parse} from 'csv-parse/sync';
import type {Page} from 'playwright-core';
import {afterAll, afterEach, beforeAll, describe, expect, test} from 'vitest';
import yauzl from 'yauzl';
import {
  accessibilityViolations,
  chooseOption,
  describeInBrowser,
  enterTime,
  testWindows,
} from '../support/browser.ts';
import {type Crew, createCrew} from '../support/crew.ts';
import {runJobs} from '../support/running-jobs.ts';

describeInBrowser('data exchange on the administration pages', () => {
  let crew: Crew;
  let address: string;
  // Jobs stay pending until a test runs them, so that it can see pending ones.
  let jobs: {stop(): Promise<void>} | undefined;
  const windows = testWindows('shell', {reuse: true});

  /** Midnight in Berlin, an hour before midnight in UTC. */
  const START = Date.parse('2019-12-31T23:00Z');

  beforeAll(async () => {
    crew = await createCrew({
      JobSettings: {RunJobs: false},
      MessageExportSettings: {DownloadExportResults: true},
    });
    address = await crew.server.listen();
    for (const [offset, message] of ['about the merger', 'about the cake'].entries()) {
      await crew.server.features.posts.create({
        channelId: crew.channelId,
        userId: crew.ann.id,
        message,
        createAt: START + offset,
      });
    }
  });
  afterAll(() => crew.close());
  afterEach(async () => {
    await jobs?.stop();
    jobs = undefined;
  });

  const asAdmin = (path: string) => windows.openAs(address, 'admin', path, {timezoneId: 'Europe/Berlin'});

  const button = (page: Page, name: string) => page.getByRole('button', {name, exact: true});
  const dialogButton = (page: Page, name: string) =>
    page.getByRole('dialog').getByRole('button', {name, exact: true});
  const row = (page: Page, list: string, text: string) =>
    page.getByRole('list', {name: list}).getByRole('listitem').filter({hasText: text});
  const alert = (page: Page, text: string) => page.getByRole('alert').filter({hasText: text}).waitFor();

  /** The entries of the archive that a click downloads. */
  async function downloaded(page: Page, click: () => Promise<void>): Promise<Record<string, Buffer>> {
    const [download] = await Promise.all([page.waitForEvent('download'), click()]);
    return unzip(await readFile(await download.path()));
  }

  async function unzip(archive: Buffer): Promise<Record<string, Buffer>> {
    const zip = await yauzl.fromBufferPromise(archive, {});
    const entries: Record<string, Buffer> = {};
    for await (const entry of zip.eachEntry()) {
      entries[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry));
    }
    return entries;
  }

  test('a report is created, followed, downloaded, verified and deleted', async () => {
    const page = await asAdmin('/_admin/compliance');
    await page.getByRole('heading', {name: 'No reports yet'}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    await button(page, 'Create report').first().click();
    const form = page.getByRole('dialog', {name: 'Create compliance report'});
    await enterTime(form, 'From', '01012020', '1200A');
    await enterTime(form, 'Before', '12312019', '1200A');
    await form.getByRole('button', {name: 'Create report'}).click();
    await alert(page, 'Enter a description.');
    await alert(page, 'The end must be after the start.');
    expect(await accessibilityViolations(page)).toEqual([]);
    await form.getByLabel('Description').fill('Case 17');
    await enterTime(form, 'Before', '01022020', '1200A');
    await form.getByText('2019-12-31 23:00', {exact: true}).waitFor();
    await form.getByText('Central European Time (Europe/Berlin)').waitFor();
    // People are chosen by name. Someone without an account can be entered.
    const people = page.getByPlaceholder('Search by name');
    await form.getByRole('combobox', {name: 'Posted by'}).click();
    await page.getByRole('option', {name: /^ann /}).click();
    await people.fill('Former@Example.com');
    await page.getByRole('option', {name: 'former@example.com'}).click();
    await page.keyboard.press('Escape');
    await form.getByRole('list', {name: 'Selected in Posted by'}).getByText('ann', {exact: true}).waitFor();
    await form.getByLabel('With any of these keywords').fill('"the merger"');
    await form.getByRole('button', {name: 'Create report'}).click();
    await form.waitFor({state: 'detached'});

    const report = row(page, 'Compliance reports', 'Case 17');
    await report.getByRole('progressbar', {name: 'Pending'}).waitFor();
    const {email} = (await crew.ann.get('/users/me')).body;
    await report.getByText(`Authors: ${email} and former@example.com`).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    jobs = await runJobs(crew.server);
    await report.getByText('1 message', {exact: true}).waitFor();
    const archive = await downloaded(page, () => report.getByRole('link', {name: 'Download'}).click());
    expect(Object.keys(archive)).toEqual(['posts.csv', 'meta.json', 'manifest.json']);
    expect(parse(archive['posts.csv']!, {columns: true})).toMatchObject([{PostMessage: 'about the merger'}]);

    await report.getByRole('button', {name: 'Verify'}).click();
    await page.getByText('The archive is intact. 1 message matches').waitFor();
    const {manifest} = JSON.parse(archive['manifest.json']!.toString());
    await page.getByText(manifest.entries[0].sha256).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await report.getByRole('button', {name: 'Options for Case 17'}).click();
    await page.getByRole('menuitem', {name: 'Delete archive'}).click();
    await button(page, 'Delete').click();
    await report.getByText('Archive deleted').waitFor();
    await report.getByRole('link', {name: 'Download'}).waitFor({state: 'detached'});
  });

  test('a pending report is canceled', async () => {
    const page = await asAdmin('/_admin/compliance');
    const {body} = await crew.server.admin.post('/compliance/reports', {
      desc: 'A mistake',
      start_at: 1,
      end_at: 2,
    });
    expect(body.status).toBe('running');
    await page.reload();
    await button(page, 'Cancel A mistake').click();
    const report = row(page, 'Compliance reports', 'A mistake');
    await report.getByText('Canceled').waitFor();
    // Programs that want all messages send the first time that the API accepts.
    await report.getByText(/^From the beginning to Jan 1, 1970/).waitFor();
  });

  test('if reports are turned off, the page names the setting', async () => {
    const {config} = crew.server.platform;
    await config.patch({ComplianceSettings: {Enable: false}});
    try {
      const page = await asAdmin('/_admin/compliance');
      await page.getByText('Enable ComplianceSettings.Enable.').waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await button(page, 'Open setting').click();
      await page.getByRole('heading', {name: 'Settings', level: 1}).waitFor();
      await page.getByText('ComplianceSettings.Enable', {exact: true}).waitFor();
    } finally {
      await config.patch({ComplianceSettings: {Enable: true}});
    }
  });

  test('a backup is created, verified, downloaded and deleted, and daily backups are turned on', async () => {
    const page = await asAdmin('/_admin/backups');
    await page.getByRole('heading', {name: 'No backups yet'}).waitFor();
    await page.getByText('New backups are not encrypted').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    await button(page, 'Create backup').click();
    await button(page, 'Cancel').waitFor();
    jobs = await runJobs(crew.server);
    const backup = row(page, 'Backups', 'Created manually');
    await backup.getByText('Not encrypted').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const entries = await downloaded(page, () => backup.getByRole('link', {name: /^Download/}).click());
    expect(Object.keys(entries)).toEqual(expect.arrayContaining(['database/posts.copy', 'manifest.json']));
    await backup.getByRole('button', {name: /^Verify/}).click();
    await backup.getByText('no problems found').waitFor();

    await button(page, 'Edit').click();
    const settings = page.getByRole('dialog', {name: 'Backup settings'});
    await settings.waitFor();
    await page.keyboard.press('Escape');
    await settings.waitFor({state: 'detached'});
    await button(page, 'Edit').click();
    await settings.getByText('Create a backup every day').click();
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', {name: 'Discard changes?'});
    await question.getByRole('button', {name: 'Keep editing'}).click();
    await question.waitFor({state: 'detached'});
    await settings.getByRole('spinbutton', {name: /^hour.*Time of day/}).click();
    await page.keyboard.type('0405A');
    await settings.getByLabel('Passphrase').fill('correct horse battery');
    expect(await accessibilityViolations(page)).toEqual([]);
    await settings.getByRole('button', {name: 'Save'}).click();
    await page.getByText('Every day at 04:05, server time').waitFor();
    expect(crew.server.platform.config.get().BackupSettings).toMatchObject({
      Enable: true,
      DailyRunTime: '04:05',
      Passphrase: 'correct horse battery',
    });

    await backup.getByRole('button', {name: /^Delete/}).click();
    await page.getByRole('alertdialog').getByRole('button', {name: 'Delete'}).click();
    await page.getByRole('heading', {name: 'No backups yet'}).waitFor();
  });

  test('a bulk export is created, downloaded and deleted', async () => {
    const page = await asAdmin('/_admin/export');
    await page.getByRole('heading', {name: 'No exports yet'}).waitFor();
    await button(page, 'Create export').click();
    await page.getByRole('dialog').getByLabel('Profile pictures').uncheck();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialogButton(page, 'Start export').click();
    await page.getByRole('dialog').waitFor({state: 'detached'});
    const running = page.getByRole('list', {name: 'Running exports'});
    await running.getByRole('progressbar', {name: 'Pending'}).waitFor();
    // A job that doesn't know its progress yet shows no percentage.
    const {execute} = crew.server.platform.database;
    const setJob = (status: string, data: object) =>
      execute({
        text: `update Jobs set Status = $1, Data = Data || $2::jsonb where Status = any('{pending,in_progress}')`,
        values: [status, JSON.stringify(data)],
      });
    await setJob('in_progress', {line: '7'});
    await page.reload();
    await running.getByText('7 lines written').waitFor();
    expect(await running.getByText('%').count()).toBe(0);
    await setJob('pending', {});
    jobs = await runJobs(crew.server);

    const created = row(page, 'Exports', '_export.zip');
    await created.filter({hasText: /kB · \d+ lines/}).waitFor();
    await running.waitFor({state: 'detached'});
    expect(await accessibilityViolations(page)).toEqual([]);
    const archive = await downloaded(page, () =>
      created.getByRole('link', {name: /^Download the export/}).click(),
    );
    expect(Object.keys(archive)).toEqual(['import.jsonl']);
    expect(archive['import.jsonl']!.toString()).toContain('about the merger');

    await created.getByRole('button', {name: /^Delete the export/}).click();
    await button(page, 'Delete').click();
    await page.getByRole('heading', {name: 'No exports yet'}).waitFor();
    expect((await crew.server.admin.get('/exports')).body).toEqual([]);
  });

  test('the daily export is scheduled, and an export is run immediately and downloaded', async () => {
    const page = await asAdmin('/_admin/exports');
    await page.getByRole('heading', {name: 'Daily export is off'}).waitFor();
    await button(page, 'Edit').click();
    const form = page.getByRole('dialog', {name: 'Export settings'});
    await form.getByRole('switch', {name: 'Export every day'}).check();
    await form.getByRole('spinbutton', {name: /^hour.*Time of day/}).click();
    await page.keyboard.type('0330A');
    await chooseOption(form, 'Format', 'Global Relay, by email');
    await form.getByRole('button', {name: 'Save'}).click();
    await alert(page, 'MessageExportSettings.GlobalRelaySettings.');
    expect(await accessibilityViolations(page)).toEqual([]);
    await chooseOption(form, 'Format', 'CSV');
    await form.getByRole('button', {name: 'Save'}).click();
    await page.getByRole('heading', {name: 'Every day at 03:30, server time'}).waitFor();

    await button(page, 'Export now').click();
    const now = page.getByRole('dialog', {name: 'Export now'});
    // A choice counts as input.
    await chooseOption(now, 'Format', 'Global Relay, by email');
    await now.getByRole('combobox', {name: 'Format', exact: true}).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog', {name: 'Discard changes?'}).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({state: 'detached'});
    await now.getByRole('button', {name: 'Start export'}).click();
    await alert(page, 'The format "globalrelay" sends emails.');
    await chooseOption(now, 'Format', 'CSV');
    await chooseOption(now, 'Messages', 'Changes in a period');
    await enterTime(now, 'From', '01012020', '1200A');
    await enterTime(now, 'Before', '01022020', '1200A');
    expect(await accessibilityViolations(page)).toEqual([]);
    await now.getByRole('button', {name: 'Start export'}).click();
    const run = row(page, 'Exports', 'CSV');
    await run.getByRole('progressbar', {name: 'Pending'}).waitFor();
    jobs = await runJobs(crew.server);
    await run.getByText('2 messages in 1 batch').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const batches = await downloaded(page, () => run.getByRole('link', {name: 'Download'}).click());
    const [batch] = Object.values(batches);
    const posts = parse((await unzip(batch!))['posts.csv']!, {columns: true}) as Record<string, string>[];
    expect(posts.map((post) => post['Post Message'])).toEqual(
      expect.arrayContaining(['about the merger', 'about the cake']),
    );

    await run.getByRole('button', {name: 'Verify'}).click();
    await page.getByText('The batch is intact. 2 messages match').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const {complianceExports, exportArchives} = crew.server.features;
    for (const {path} of await complianceExports.batches()) await exportArchives.remove(path);
    await run.getByRole('button', {name: 'Verify'}).click();
    await page.getByText('The batch failed verification.').waitFor();
    await page.getByText('The file is no longer in the export directory.').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  describe('an import', () => {
    const line = (message: string, at: number) =>
      JSON.stringify({
        type: 'post',
        post: {team: 'crew', channel: 'town-square', user: 'ann', message, create_at: at},
      });
    const fileOf = (name: string, messages: readonly string[]) => ({
      name,
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(
        [
          JSON.stringify({type: 'version', version: 1}),
          ...messages.map((message, index) => line(message, START + 1_000 + index)),
          '',
        ].join('\n'),
      ),
    });

    test('is uploaded over an interrupted connection, checked, corrected, applied, and visible in the channel', async () => {
      // Otherwise, the page offers to join a team.
      await crew.server.admin.post(`/teams/${crew.teamId}/members`, {
        team_id: crew.teamId,
        user_id: crew.server.admin.id,
      });
      const page = await asAdmin('/_start');
      const steps = page.getByRole('listitem').filter({hasText: 'Import your history'});
      await steps.getByRole('button', {name: 'Open import'}).click();
      await page.getByRole('heading', {name: 'No checks or imports yet'}).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      let isCut = false;
      await page.route('**/api/v4/uploads/*', (route) => {
        if (isCut || route.request().method() !== 'POST') return route.continue();
        isCut = true;
        return route.abort();
      });
      const bad = fileOf('moved.jsonl', ['Brought from elsewhere', 'x'.repeat(70_000)]);
      await page.getByLabel('File to import').setInputFiles(bad);
      await page.getByText('The upload resumes automatically').waitFor();
      await button(page, 'Check moved.jsonl').click();
      await dialogButton(page, 'Check').click();
      await page.getByRole('heading', {name: 'Check of moved.jsonl'}).waitFor();
      await page.getByRole('progressbar', {name: 'Pending'}).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      jobs = await runJobs(crew.server);

      await page.getByText('The file has 1 error. Nothing was imported.').waitFor();
      const errors = page.getByRole('list', {name: 'Errors'});
      await errors.getByRole('cell', {name: 'post.message'}).waitFor();
      await errors.getByRole('cell', {name: '3', exact: true}).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.getByLabel('Filter findings').fill('no such finding');
      await errors.waitFor({state: 'detached'});

      await button(page, 'Upload corrected file').click();
      await page
        .getByLabel('File to import')
        .setInputFiles(fileOf('corrected.jsonl', ['Brought from elsewhere', 'Shortened']));
      await button(page, 'Check corrected.jsonl').click();
      await dialogButton(page, 'Check').click();
      await page.getByText('No errors found.').waitFor();
      await button(page, 'Import file').click();
      await dialogButton(page, 'Import').click();
      await page.getByText('Import complete.').waitFor();
      await page.getByRole('row', {name: 'Messages 2'}).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);

      const channel = await windows.openAs(address, 'ann', '/crew/channels/town-square');
      for (const message of ['Brought from elsewhere', 'Shortened']) {
        await channel.getByRole('article').filter({hasText: message}).waitFor();
      }
      await page.goto(`${address}/_start`);
      await steps.getByText('DONE').waitFor();
    });

    test('lists the newest of several files with the same name first, with time and size', async () => {
      const page = await asAdmin('/_admin/import');
      const files = row(page, 'Uploaded files', 'twice.jsonl');
      await page.getByLabel('File to import').setInputFiles(fileOf('twice.jsonl', ['x'.repeat(3_000)]));
      await files.filter({hasText: /20\d\d.* · 3\.\d kB/}).waitFor();
      await page.getByLabel('File to import').setInputFiles(fileOf('twice.jsonl', ['x'.repeat(10_000)]));
      await files.nth(1).waitFor();
      await files
        .first()
        .filter({hasText: / · 9\.\d kB/})
        .waitFor();
    });

    test('that fails says why in the list', async () => {
      const page = await asAdmin('/_admin/import');
      await page.getByLabel('File to import').setInputFiles(fileOf('lost.jsonl', ['Never seen']));
      await button(page, 'Import lost.jsonl').click();
      await dialogButton(page, 'Import').click();
      await page.getByRole('heading', {name: 'Import of lost.jsonl'}).waitFor();
      const imports = join(crew.server.platform.config.dataDirectory, 'import');
      const lost = (await readdir(imports)).find((name) => name.endsWith('lost.jsonl'));
      await rm(join(imports, lost!));
      jobs = await runJobs(crew.server);
      await button(page, 'Back to import').click();
      await row(page, 'Checks and imports', 'Import of lost.jsonl')
        .getByText(/has no file ".*lost/)
        .waitFor();
    });

    test('that is pending is canceled, and its file is deleted', async () => {
      const page = await asAdmin('/_admin/import');
      await page.getByLabel('File to import').setInputFiles(fileOf('mistake.jsonl', ['Never seen']));
      // A double click opens one dialog.
      await button(page, 'Import mistake.jsonl').dblclick();
      await dialogButton(page, 'Import').click();
      await page.getByRole('dialog').waitFor({state: 'detached'});
      await button(page, 'Cancel').click();
      await button(page, 'Stop import').click();
      await page.getByText('Canceled before it started.').waitFor();
      await button(page, 'Back to import').click();
      await row(page, 'Checks and imports', 'Import of mistake.jsonl').getByText('Canceled').waitFor();
      await button(page, 'Delete mistake.jsonl').click();
      await button(page, 'Delete').click();
      await button(page, 'Check mistake.jsonl').waitFor({state: 'detached'});
    });
  });
});
