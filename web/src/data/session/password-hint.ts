/** What the server's settings ask of a password. */
export function passwordHint(config: Record<string, string>): string {
  const kinds = [
    ...(config.PasswordRequireLowercase === 'true' ? ['a lower-case letter'] : []),
    ...(config.PasswordRequireUppercase === 'true' ? ['an upper-case letter'] : []),
    ...(config.PasswordRequireNumber === 'true' ? ['a digit'] : []),
    ...(config.PasswordRequireSymbol === 'true' ? ['a symbol'] : []),
  ];
  const length = `At least ${config.PasswordMinimumLength ?? 8} characters`;
  return kinds.length === 0 ? `${length}.` : `${length}, among them ${kinds.join(', ')}.`;
}
