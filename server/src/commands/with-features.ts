import type {Features} from '../features.ts';

/** Runs `work` with all features. A server may be running at the same time. */
export async function withFeatures<T>(work: (features: Features) => Promise<T>): Promise<T> {
  // Loaded on demand, because it takes half a second that --help and usage errors don't need.
  const {createFeatures} = await import('../features.ts');
  const {connectPlatform} = await import('./platform.ts');
  const {platform, disconnect} = await connectPlatform({as: 'tool'});
  try {
    return await work(await createFeatures(platform));
  } finally {
    await disconnect();
  }
}

/** The user of the command line. Anyone who can read the data directory has all permissions. */
export const COMMAND_LINE = {userId: '', roles: ['system_admin']} as const;
