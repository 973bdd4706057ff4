import type {Features} from '../features.ts';

/** Runs `work` with all features at hand, beside a server or without one, and lets go of the database afterwards. */
export async function withFeatures<T>(work: (features: Features) => Promise<T>): Promise<T> {
  // Loaded only now: half a second that neither --help nor a mistyped option has to wait for.
  const {createFeatures} = await import('../features.ts');
  const {connectPlatform} = await import('./platform.ts');
  const {platform, disconnect} = await connectPlatform({as: 'tool'});
  try {
    return await work(await createFeatures(platform));
  } finally {
    await disconnect();
  }
}

/** Who works at the command line: whoever may read the data directory may do everything. */
export const COMMAND_LINE = {userId: '', roles: ['system_admin']} as const;
