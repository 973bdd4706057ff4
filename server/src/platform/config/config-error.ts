/** An error in the settings. */
export interface Problem {
  /** The setting's full name, or the unknown name. */
  name: string;
  /** One line of text: the name, where it came from, the value, and the allowed values. */
  line: string;
  /** The error id of the API response. */
  errorId: string;
}

/** The settings are invalid. The message has one line for each problem. */
export class ConfigError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const count = problems.length === 1 ? 'is a problem' : `are ${problems.length} problems`;
    super(`There ${count} in the settings:\n${problems.map(({line}) => `  ${line}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}
