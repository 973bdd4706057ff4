import {type Command, InvalidArgumentError, Option} from 'commander';
import {
  DEFAULT_SAMPLE,
  SAMPLE_PASSWORD,
  type SampleOptions,
  writeSample,
} from '../data-exchange/sample-data/sample-data.ts';
import {createProgressLine} from './progress-line.ts';

type Options = Omit<SampleOptions, 'files'> & {out: string; quiet?: boolean};

export function addSampleDataCommand(program: Command): void {
  const {seed, users, teams, channelsPerTeam, postsPerChannel} = DEFAULT_SAMPLE;
  const {directChannels, groupChannels, postsPerDirectChannel, replies, reactions} = DEFAULT_SAMPLE;
  program
    .command('sampledata')
    .description('generate sample users, channels and posts as a file to import')
    .requiredOption(
      '--out <file>',
      'the file to create: name.jsonl, name.jsonl.gz, name.zip (a bundle with files), or -',
    )
    .option('--seed <number>', 'seed of the random data', wholeNumber, seed)
    .option('--users <number>', 'users', atLeastOne, users)
    .option('--teams <number>', 'teams', atLeastOne, teams)
    .option('--channels-per-team <number>', 'channels per team', wholeNumber, channelsPerTeam)
    .option('--posts-per-channel <number>', 'posts per channel', wholeNumber, postsPerChannel)
    .option('--direct-channels <number>', 'direct channels', wholeNumber, directChannels)
    .option('--group-channels <number>', 'group channels', wholeNumber, groupChannels)
    .option(
      '--posts-per-direct-channel <number>',
      'posts per direct or group channel',
      wholeNumber,
      postsPerDirectChannel,
    )
    .option('--replies <share>', 'fraction of posts with replies, 0 to 1', share, replies)
    .option('--reactions <share>', 'fraction of posts with reactions, 0 to 1', share, reactions)
    .addOption(
      new Option('--dialect <dialect>', 'which field names to use')
        .choices(['specification', 'mattermost'])
        .default('specification'),
    )
    .option('--quiet', 'print nothing')
    .action(writeSampleData);
}

async function writeSampleData({out, quiet, ...options}: Options): Promise<void> {
  const progress = createProgressLine({unit: 'lines'});
  const lines = await writeSample(out, options, (done) => {
    if (!quiet) progress.show({phase: '', done, share: undefined});
  });
  progress.clear();
  if (quiet || out === '-') return;
  console.log(
    `${out}: ${lines.toLocaleString('en')} lines. The password of every account is "${SAMPLE_PASSWORD}".\n` +
      `To import it, run: patchbay import bulk ${out} --apply`,
  );
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 0 or more.');
  return Number(text);
}

function atLeastOne(text: string): number {
  const number = wholeNumber(text);
  if (number < 1) throw new InvalidArgumentError('It must be at least 1.');
  return number;
}

function share(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !(number >= 0 && number <= 1))
    throw new InvalidArgumentError('It must be a number from 0 to 1.');
  return number;
}
