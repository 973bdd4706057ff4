import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import {type BenchCase, runCase} from './harness.ts';

const usage = 'usage: npm run bench [-- [--rounds N] [--seconds N] [CASE…]]';

const casesFolder = join(import.meta.dirname, 'cases');
const known = readdirSync(casesFolder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort();

function stop(message: string): never {
  console.error(`${message}\n${usage}\ncases: ${known.join(', ')}`);
  process.exit(2);
}

function readArguments() {
  try {
    const {values, positionals} = parseArgs({
      options: {rounds: {type: 'string', default: '5'}, seconds: {type: 'string', default: '3'}},
      allowPositionals: true,
    });
    const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
    if (!(Number.isInteger(rounds) && rounds > 0))
      stop(`--rounds ${values.rounds} is not a whole number above 0`);
    if (!(seconds > 0)) stop(`--seconds ${values.seconds} is not a number above 0`);
    for (const name of positionals) if (!known.includes(name)) stop(`there is no case ${name}`);
    return {options: {rounds, seconds}, names: positionals.length > 0 ? positionals : known};
  } catch (error) {
    return stop((error as Error).message);
  }
}

const {options, names} = readArguments();
const missed: string[] = [];
for (const name of names) {
  const {default: benchCase} = (await import(join(casesFolder, `${name}.ts`))) as {default: BenchCase};
  const result = await runCase(benchCase, options, join(import.meta.dirname, 'results'));
  if (!result.passed) missed.push(name);
  console.log();
}
console.log(
  missed.length === 0
    ? `${names.length} of ${names.length} reached their goals`
    : `missed: ${missed.join(', ')}`,
);
if (missed.length > 0) process.exitCode = 1;
