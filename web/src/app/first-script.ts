/** Runs before all other scripts of the page. The build puts it in front of the first one (web/classic-scripts.ts). */
import {readStoredCopy} from '../data/offline/stored-copy.ts';
import {loadFirstFiles} from './chunk-loader.ts';

loadFirstFiles();
globalThis.storedCopy = readStoredCopy();
