import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {projectRoot} from '../../../../scripts/bootstrap.js';
import {tableContents, updateTimes} from '../../../../test/support/import-digest.ts';
import {createTestServer} from '../../../../test/support/test-server.ts';
import {openSource} from './bulk-import.ts';

// Files from a real Mattermost server. They are not part of the repository. Set REAL_IMPORTS to their directory.
const directory = process.env.REAL_IMPORTS ?? join(projectRoot, '../shared/data');
const files = ['real-import-small.jsonl', 'real-import-24k.jsonl.gz'].map((name) => join(directory, name));

describe.skipIf(!files.every((file) => existsSync(file)))('files from a real server', () => {
  test.each(files)('%s', async (file) => {
    const server = await createTestServer();
    const {bulkImport} = server.features;
    const {database} = server.platform;
    try {
      const run = async () => {
        const source = await openSource(file);
        // They have direct posts in channels that they don't declare.
        const report = await bulkImport.apply(source, {createDirectChannels: true});
        await source.close();
        expect([report.ending, report.findings.errors]).toEqual(['done', 0]);
        return report;
      };
      const first = await run();
      expect(first.findings.groups().map(({fault}) => [fault.rule, fault.field || fault.object])).toEqual([
        ['missing-field', 'use_markdown_preview'],
        ['missing-field', 'use_formatting'],
        ['missing-field', 'show_unread_section'],
        ['missing-field', 'email_interval'],
        ['missing-field', 'props'],
        ['out-of-order', ''],
      ]);
      const before = [await tableContents(database), await updateTimes(database)];
      const second = await run();
      for (const [kind, outcomes] of Object.entries(second.counts)) {
        expect([kind, outcomes.created, outcomes.updated]).toEqual([kind, undefined, undefined]);
      }
      expect([await tableContents(database), await updateTimes(database)]).toEqual(before);
      const counts = await database.row<object>({
        text: `
          select (select count(*) from Posts where RootId = '') as posts, (select count(*) from Posts where RootId <> '') as replies,
            (select sum(TotalMsgCount) from Channels) as counted, (select sum(ReplyCount) from Threads) as inthreads`,
      });
      const {post, reply, 'direct post': directPost} = first.counts;
      const posts = post!.created! + directPost!.created!;
      expect(counts).toEqual({
        posts,
        replies: reply!.created,
        counted: posts + reply!.created!,
        inthreads: reply!.created,
      });
    } finally {
      await server.close();
    }
  });
});
