import {readFile} from 'node:fs/promises';
import {buffer} from 'node:stream/consumers';
import {parse} from 'csv-parse/sync';
import type {Page} from 'playwright-core';
import {afterAll, afterEach, beforeAll, describe, expect, test} from 'vitest';
import yauzl from 'yauzl';
import {accessibilityViolations, describeInBrowser, testWindows} from '../support/browser.ts';
import {type Crew, createCrew} from '../support/crew.ts';
import {runJobs} from '../support/running-jobs.ts';

describeInBrowser('data on the pages of administration', () => {
  let crew: Crew;
  let address: string;
  // Jobs wait until a test has them done, so that it sees what waits.
  let jobs: {stop(): Promise<void>} | undefined;
  const windows = testWindows();

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
  const row = (page: Page, list: string, text: string) =>
    page.getByRole('list', {name: list}).getByRole('listitem').filter({hasText: text});
  const alert = (page: Page, text: string) => page.getByRole('alert').filter({hasText: text}).waitFor();

  /** What a click on a download brings: the entries of the archive. */
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

  test('a report is ordered, followed, downloaded, verified and deleted', async () => {
    const page = await asAdmin('/_admin/compliance');
    await page.getByRole('heading', {name: 'No reports yet'}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    await button(page, 'New report').first().click();
    const form = page.getByRole('dialog', {name: 'New compliance report'});
    await form.getByLabel('From').fill('2020-01-01T00:00');
    await form.getByLabel('Until just before').fill('2019-12-31T00:00');
    await button(page, 'Make the report').click();
    await alert(page, 'Say what the report is for.');
    await alert(page, 'The end has to be later than the start.');
    expect(await accessibilityViolations(page)).toEqual([]);
    await form.getByLabel('What it is for').fill('Case 17');
    await form.getByLabel('Until just before').fill('2020-01-02T00:00');
    await form.getByText('2019-12-31 23:00:00.000').waitFor();
    await form.getByText(`${START} ms`).waitFor();
    await form.getByLabel('With any of these words').fill('"the merger"');
    await button(page, 'Make the report').click();
    await form.waitFor({state: 'detached'});

    const report = row(page, 'Compliance reports', 'Case 17');
    await report.getByRole('progressbar', {name: 'Waiting for its turn'}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    jobs = await runJobs(crew.server);
    await report.getByText('1 message', {exact: true}).waitFor();
    const archive = await downloaded(page, () => report.getByRole('link', {name: 'Download'}).click());
    expect(Object.keys(archive)).toEqual(['posts.csv', 'meta.json', 'manifest.json']);
    expect(parse(archive['posts.csv']!, {columns: true})).toMatchObject([{PostMessage: 'about the merger'}]);

    await report.getByRole('button', {name: 'Verify'}).click();
    await page.getByText('The archive is sound: 1 message').waitFor();
    const {manifest} = JSON.parse(archive['manifest.json']!.toString());
    await page.getByText(manifest.entries[0].sha256).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await report.getByRole('button', {name: 'More about Case 17'}).click();
    await page.getByRole('menuitem', {name: 'Delete the archive'}).click();
    await button(page, 'Delete').click();
    await report.getByText('Archive deleted').waitFor();
    await report.getByRole('link', {name: 'Download'}).waitFor({state: 'detached'});
  });

  test('a report that waits is canceled', async () => {
    const page = await asAdmin('/_admin/compliance');
    const {body} = await crew.server.admin.post('/compliance/reports', {
      desc: 'A mistake',
      start_at: 1,
      end_at: 2,
    });
    expect(body.status).toBe('running');
    await page.reload();
    await button(page, 'Cancel A mistake').click();
    await row(page, 'Compliance reports', 'A mistake').getByText('Canceled').waitFor();
  });

  test('where reports are switched off, the page says which setting it is', async () => {
    const {config} = crew.server.platform;
    await config.patch({ComplianceSettings: {Enable: false}});
    try {
      const page = await asAdmin('/_admin/compliance');
      await page.getByText('Turn on ComplianceSettings.Enable.').waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await button(page, 'Open the setting').click();
      await page.getByRole('heading', {name: 'Settings', level: 1}).waitFor();
      await page.getByText('ComplianceSettings.Enable', {exact: true}).waitFor();
    } finally {
      await config.patch({ComplianceSettings: {Enable: true}});
    }
  });

  test('a backup is created, verified, downloaded and deleted, and a daily one set up', async () => {
    const page = await asAdmin('/_admin/backups');
    await page.getByRole('heading', {name: 'No backups yet'}).waitFor();
    await page.getByText('New backups are not encrypted').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    await button(page, 'Create backup').click();
    await button(page, 'Cancel').waitFor();
    jobs = await runJobs(crew.server);
    const backup = row(page, 'Backups', 'Created by hand');
    await backup.getByText('Not encrypted').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const entries = await downloaded(page, () => backup.getByRole('link', {name: /^Download/}).click());
    expect(Object.keys(entries)).toEqual(expect.arrayContaining(['database/posts.copy', 'manifest.json']));
    await backup.getByRole('button', {name: /^Verify/}).click();
    await backup.getByText('it is sound').waitFor();

    await button(page, 'Edit').click();
    const settings = page.getByRole('dialog', {name: 'Backup settings'});
    await settings.getByText('Create a backup every day').click();
    await settings.getByLabel('Time of day').fill('04:05');
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

  test('the daily export is set up, one is run at once, and downloaded', async () => {
    const page = await asAdmin('/_admin/exports');
    await page.getByRole('heading', {name: 'The daily export is off'}).waitFor();
    await button(page, 'Set it up').click();
    const form = page.getByRole('dialog', {name: 'Settings of the daily export'});
    await form.getByRole('switch', {name: 'Export every day'}).check();
    await form.getByLabel('Time of day').fill('03:30');
    await form.getByLabel('Format').selectOption('globalrelay');
    await form.getByRole('button', {name: 'Save'}).click();
    await alert(page, 'MessageExportSettings.GlobalRelaySettings.');
    expect(await accessibilityViolations(page)).toEqual([]);
    await form.getByLabel('Format').selectOption('csv');
    await form.getByRole('button', {name: 'Save'}).click();
    await page.getByRole('heading', {name: 'Every day at 03:30, server time'}).waitFor();

    await button(page, 'Export now').click();
    const now = page.getByRole('dialog', {name: 'Export now'});
    await now.getByLabel('Format').selectOption('globalrelay');
    await now.getByRole('button', {name: 'Start the export'}).click();
    await alert(page, 'The format "globalrelay" sends emails.');
    await now.getByLabel('Format').selectOption('csv');
    await now.getByLabel('What', {exact: true}).selectOption('A window of time');
    await now.getByLabel('From').fill('2020-01-01T00:00');
    await now.getByLabel('Until just before').fill('2020-01-02T00:00');
    expect(await accessibilityViolations(page)).toEqual([]);
    await now.getByRole('button', {name: 'Start the export'}).click();
    const run = row(page, 'Exports', 'CSV');
    await run.getByRole('progressbar', {name: 'Waiting for its turn'}).waitFor();
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
    await page.getByText('The batch is sound: 2 messages').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const {complianceExports, exportArchives} = crew.server.features;
    for (const {path} of await complianceExports.batches()) await exportArchives.remove(path);
    await run.getByRole('button', {name: 'Verify'}).click();
    await page.getByText('The batch is not as it should be.').waitFor();
    await page.getByText('The file is not in the export directory any more.').waitFor();
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

    test('is sent over a cut connection, checked, corrected, applied, and seen in the channel', async () => {
      const page = await asAdmin('/_start');
      const steps = page.getByRole('listitem').filter({hasText: 'Bring along what you have'});
      await steps.getByRole('button', {name: 'Open the import'}).click();
      await page.getByRole('heading', {name: 'Nothing was checked yet'}).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      let isCut = false;
      await page.route('**/api/v4/uploads/*', (route) => {
        if (isCut || route.request().method() !== 'POST') return route.continue();
        isCut = true;
        return route.abort();
      });
      const bad = fileOf('moved.jsonl', ['Brought from elsewhere', 'x'.repeat(70_000)]);
      await page.getByLabel('File to import').setInputFiles(bad);
      await page.getByText('Sending goes on by itself').waitFor();
      await button(page, 'Check moved.jsonl').click();
      await button(page, 'Check the file').click();
      await page.getByRole('heading', {name: 'Check of moved.jsonl'}).waitFor();
      await page.getByRole('progressbar', {name: 'Waiting for its turn'}).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      jobs = await runJobs(crew.server);

      await page.getByText('The file has 1 error. Nothing was written.').waitFor();
      const errors = page.getByRole('list', {name: 'Errors'});
      await errors.getByRole('cell', {name: 'post.message'}).waitFor();
      await errors.getByRole('cell', {name: '3', exact: true}).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.getByLabel('Find').fill('no such finding');
      await errors.waitFor({state: 'detached'});

      await button(page, 'Send the corrected file').click();
      await page
        .getByLabel('File to import')
        .setInputFiles(fileOf('corrected.jsonl', ['Brought from elsewhere', 'Shortened']));
      await button(page, 'Check corrected.jsonl').click();
      await button(page, 'Check the file').click();
      await page.getByText('There are no errors').waitFor();
      await button(page, 'Import this file').click();
      await button(page, 'Import the file').click();
      await page.getByText('Everything is in.').waitFor();
      await page.getByRole('row', {name: 'Posts 2'}).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);

      const channel = await windows.openAs(address, 'ann', '/crew/channels/town-square');
      for (const message of ['Brought from elsewhere', 'Shortened']) {
        await channel.getByRole('article').filter({hasText: message}).waitFor();
      }
      await page.goto(`${address}/_start`);
      await steps.getByText('DONE').waitFor();
    });

    test('comes from the newest of the files of one name, which say when they came and how large they are', async () => {
      const page = await asAdmin('/_admin/import');
      const files = row(page, 'Files on the server', 'twice.jsonl');
      await page.getByLabel('File to import').setInputFiles(fileOf('twice.jsonl', ['x'.repeat(3_000)]));
      await files.filter({hasText: /20\d\d.*, 3\.\d kB/}).waitFor();
      await page.getByLabel('File to import').setInputFiles(fileOf('twice.jsonl', ['x'.repeat(10_000)]));
      await files.nth(1).waitFor();
      await files
        .first()
        .filter({hasText: /, 9\.\d kB/})
        .waitFor();
    });

    test('that waits is canceled, and its file deleted', async () => {
      const page = await asAdmin('/_admin/import');
      await page.getByLabel('File to import').setInputFiles(fileOf('mistake.jsonl', ['Never seen']));
      // Whoever clicks twice sees what the first click has opened.
      await button(page, 'Import mistake.jsonl').dblclick();
      await button(page, 'Import the file').click();
      await page.getByRole('dialog').waitFor({state: 'detached'});
      await button(page, 'Cancel').click();
      await button(page, 'Stop the import').click();
      await page.getByText('It was canceled before it had begun.').waitFor();
      await button(page, 'Back to the files').click();
      await row(page, 'Checks and imports', 'Import of mistake.jsonl').getByText('Canceled').waitFor();
      await button(page, 'Delete mistake.jsonl').click();
      await button(page, 'Delete').click();
      await button(page, 'Check mistake.jsonl').waitFor({state: 'detached'});
    });
  });
});
