/** A log for operators. A pino logger implements it. */
export interface OperatorLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
