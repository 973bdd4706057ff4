import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import {type BenchCase, runCase} from './harness.ts';

const usage = `usage: npm run bench [-- [--rounds N] [--seconds N] [CASE…]]
       npm run bench -- --target URL --token TOKEN [--people N] [--seconds N] CASE`;

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
      options: {
        rounds: {type: 'string', default: '5'},
        seconds: {type: 'string', default: '3'},
        target: {type: 'string'},
        token: {type: 'string', default: ''},
        people: {type: 'string', default: '200'},
      },
      allowPositionals: true,
    });
    const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
    if (!(Number.isInteger(rounds) && rounds > 0))
      stop(`--rounds ${values.rounds} is not a whole number above 0`);
    if (!(seconds > 0)) stop(`--seconds ${values.seconds} is not a number above 0`);
    for (const name of positionals) if (!known.includes(name)) stop(`there is no case ${name}`);
    const people = Number(values.people);
    if (!(Number.isInteger(people) && people > 0)) stop(`--people ${people} is not a whole number above 0`);
    if (values.target && positionals.length !== 1) stop('--target needs the name of one case');
    return {
      options: {rounds, seconds},
      names: positionals.length > 0 ? positionals : known,
      target: values.target ? {url: values.target, token: values.token, people} : undefined,
    };
  } catch (error) {
    return stop((error as Error).message);
  }
}

const {options, names, target} = readArguments();
const missed: string[] = [];
for (const name of names) {
  const {default: benchCase} = (await import(join(casesFolder, `${name}.ts`))) as {default: BenchCase};
  if (target) {
    if (!benchCase.measureTarget) stop(`${name} cannot measure another server`);
    await benchCase.measureTarget(target, options);
    process.exit();
  }
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
