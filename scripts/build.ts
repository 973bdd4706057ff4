import {projectRoot} from './bootstrap.js';
import {buildWebIfStale} from './build-web.ts';

buildWebIfStale(projectRoot);
