import {readdirSync} from 'node:fs';
import {join, relative, sep} from 'node:path';

const notSource = /(^|\/)(node_modules|\.git|dist|dist-\d+)$|^(data|bench\/results|reports|\.stryker-tmp)$/;

/**
 * The sorted paths of all files in `folder`, relative to `root`, with `/` as the separator. Leaves out installed
 * packages, build output and run-time data. A missing folder has no files.
 */
export function sourceFiles(root: string, folder: string): string[] {
  const found: string[] = [];
  const visit = (directory: string) => {
    let entries: import('node:fs').Dirent[];
    try {
      entries = readdirSync(directory, {withFileTypes: true});
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      throw error;
    }
    for (const entry of entries) {
      const path = relative(root, join(directory, entry.name)).split(sep).join('/');
      if (notSource.test(path)) continue;
      if (entry.isDirectory()) visit(join(root, path));
      else if (entry.isFile()) found.push(path);
    }
  };
  visit(join(root, folder));
  return found.sort();
}
