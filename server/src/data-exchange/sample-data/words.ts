import type {Random} from './random.ts';

export const FIRST_NAMES =
  'Ada Aino Aisha Akira Alan Amara Ana Anton Asha Ben Bruno Carla Chen Clara Dana Daniel Eero Elena Emil Emma Erik Fatima Felix Grace Hana Hugo Ida Ines Ivan Jana Jonas Julia Kai Karin Lars Leila Lena Leo Lucia Maja Malik Maria Mateo Mei Mia Milan Mina Nadia Nils Noor Nora Olga Omar Oscar Paula Pavel Priya Rafael Rosa Ruth Sami Sara Sofia Stefan Tara Tom Uma Vera Victor Wanda Yara Yusuf Zoe'.split(
    ' ',
  );

export const LAST_NAMES =
  'Abadi Adeyemi Andersson Bauer Becker Bergström Blanc Brandt Castro Chandra Costa Dubois Eklund Ferrari Fischer Garcia Haddad Hansen Horvat Ito Ivanova Jansen Jensen Kaya Keller Khan Kim Kovač Laine Larsen Lehmann Lindqvist Lopez Marino Martin Meyer Moreau Müller Nakamura Nguyen Novak Okafor Olsen Park Petrov Popescu Rossi Sato Schmidt Silva Singh Smith Tanaka Toth Virtanen Vogel Wagner Weber Wong Yilmaz'.split(
    ' ',
  );

export const POSITIONS = [
  'Accountant',
  'Administrator',
  'Analyst',
  'Architect',
  'Designer',
  'Developer',
  'Engineer',
  'Office manager',
  'Product manager',
  'Researcher',
  'Support agent',
  'Team lead',
  'Tester',
  'Writer',
];

export const TEAM_NAMES =
  'Harbour Orchard Lighthouse Quarry Meadow Foundry Observatory Bakery Shipyard Library Greenhouse Station'.split(
    ' ',
  );

export const CHANNEL_NAMES =
  'announcements random engineering design support sales releases incidents hiring onboarding kitchen books cycling music reading operations backend frontend mobile research legal finance travel security data'.split(
    ' ',
  );

const SUBJECTS =
  'the build|the new dashboard|our backup|the release|the customer in Oslo|the contract|the coffee machine|the meeting|the report|my laptop|the migration|the server room|the invoice|the design|the review|the training|the search|the import|the calendar|the draft'.split(
    '|',
  );

const VERBS =
  'is ready|is late again|looks good now|needs a second look|was moved to Thursday|has been fixed|is broken since this morning|works on my machine|went out yesterday|is waiting for approval|is far better than before|should be done by noon|has three open questions|costs more than we thought|made everyone happy'.split(
    '|',
  );

const OPENERS =
  'Good morning|Quick question|For the record|Heads up|As agreed|By the way|To be honest|In short|One more thing|Thanks to everyone'.split(
    '|',
  );

const ANSWERS =
  'Thank you!|I will look into it.|Done.|Works for me.|Can we talk about it tomorrow?|Nice.|I am not so sure.|Who is on it?|Same here.|Let me check the logs first.|+1|That was quick.|See you there.|Agreed, let us do it.|Could you send me the link?'.split(
    '|',
  );

const EMOJI =
  'smile tada +1 heart eyes rocket thinking_face white_check_mark joy wave coffee bug fire pray'.split(' ');
const TAGS = '#release #question #urgent #idea #done #backend #customers'.split(' ');

/** The name of an emoji for reactions. Some are much more frequent than others. */
export function emojiName(random: Random): string {
  return random.pickFavoringFirst(EMOJI);
}

/** A sample message. `people` are usernames to mention. */
export function message(random: Random, people: readonly string[]): string {
  const sentences = Array.from({length: 1 + Math.floor(random.next() ** 2 * 5)}, () => sentence(random));
  let text = sentences.join(' ');
  if (random.chance(0.12)) text = `@${random.pick(people)} ${text}`;
  if (random.chance(0.08)) text += ` :${emojiName(random)}:`;
  if (random.chance(0.05)) text += ` ${random.pick(TAGS)}`;
  if (random.chance(0.04)) text += ` https://example.com/${random.between(1000, 9999)}`;
  if (random.chance(0.03)) text += `\n\n- ${sentence(random)}\n- ${sentence(random)}`;
  if (random.chance(0.02)) text += `\n\`\`\`\n$ make test # ${random.between(1, 400)} of 400\n\`\`\``;
  return text;
}

/** A sample reply. */
export function reply(random: Random): string {
  return random.chance(0.6) ? random.pick(ANSWERS) : sentence(random);
}

export function sentence(random: Random): string {
  const statement = `${random.pick(SUBJECTS)} ${random.pick(VERBS)}`;
  const text = random.chance(0.3)
    ? `${random.pick(OPENERS)}: ${statement}`
    : statement[0]!.toUpperCase() + statement.slice(1);
  return `${text}${random.chance(0.1) ? '!' : '.'}`;
}
