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
    .description('make up people and what they write, as a file to import')
    .requiredOption('--out <file>', 'where to: name.jsonl, name.jsonl.gz, a bundle with files name.zip, or -')
    .option('--seed <number>', 'another number makes up something else', wholeNumber, seed)
    .option('--users <number>', 'people', atLeastOne, users)
    .option('--teams <number>', 'teams', atLeastOne, teams)
    .option('--channels-per-team <number>', 'channels of each team', wholeNumber, channelsPerTeam)
    .option('--posts-per-channel <number>', 'posts in each of them', wholeNumber, postsPerChannel)
    .option('--direct-channels <number>', 'direct channels', wholeNumber, directChannels)
    .option('--group-channels <number>', 'group channels', wholeNumber, groupChannels)
    .option(
      '--posts-per-direct-channel <number>',
      'posts in each of both',
      wholeNumber,
      postsPerDirectChannel,
    )
    .option('--replies <share>', 'share of posts with replies, 0 to 1', share, replies)
    .option('--reactions <share>', 'share of posts with reactions, 0 to 1', share, reactions)
    .addOption(
      new Option('--dialect <dialect>', 'whose names of fields to use')
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
      `Import it with: patchbay import bulk ${out} --apply`,
  );
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It is a whole number, 0 or more.');
  return Number(text);
}

function atLeastOne(text: string): number {
  const number = wholeNumber(text);
  if (number < 1) throw new InvalidArgumentError('There is at least one.');
  return number;
}

function share(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !(number >= 0 && number <= 1))
    throw new InvalidArgumentError('It is a number from 0 to 1.');
  return number;
}
