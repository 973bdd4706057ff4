/** Letters, digits and symbols. Those that look alike are left out, because people may type them. */
const ALPHABETS = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '!#%+:=?@'];
const ALL = ALPHABETS.join('');
const MIN_LENGTH = 16;

/** A random password with at least one character of each kind, which every password policy accepts. */
export function generatePassword(minLength: number): string {
  const random = crypto.getRandomValues(new Uint32Array(Math.max(minLength, MIN_LENGTH)));
  const password = [...random].map((number) => ALL[number % ALL.length]).join('');
  const hasEachKind = ALPHABETS.every((letters) => [...letters].some((one) => password.includes(one)));
  return hasEachKind ? password : generatePassword(minLength);
}
