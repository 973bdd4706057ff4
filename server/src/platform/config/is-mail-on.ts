import type {Settings} from './settings.ts';

/** Whether the server sends emails. */
export function isMailOn({EmailSettings: {SMTPServer, FeedbackEmail}}: Settings): boolean {
  return SMTPServer !== '' && FeedbackEmail !== '';
}
