/** Where a part of the platform reports what an operator should know; a pino logger is one. */
export interface OperatorLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
