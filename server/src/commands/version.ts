import type {Command} from 'commander';
import {API_VERSION, PRODUCT_VERSION} from '../version.ts';

export function addVersionCommand(program: Command): void {
  program
    .command('version')
    .description('print the version')
    .option('--json', 'print it as JSON')
    .action(({json}: {json?: boolean}) => {
      const versions = {version: PRODUCT_VERSION, api_version: API_VERSION, node: process.versions.node};
      console.log(
        json
          ? JSON.stringify(versions)
          : `Patchbay ${PRODUCT_VERSION} (Mattermost API ${API_VERSION}, Node.js ${process.versions.node})`,
      );
    });
}
