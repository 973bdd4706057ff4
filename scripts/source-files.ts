import {readdirSync} from 'node:fs';
import {join, relative, sep} from 'node:path';

const notSource = /(^|\/)(node_modules|\.git|dist|dist-\d+)$|^(data|bench\/results|reports|\.stryker-tmp)$/;

/**
 * Paths of all files below `folder`, relative to `root`, with `/` between their parts and in a stable order.
 * What is installed, built or recorded at run time is left out. An absent folder holds no files.
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
