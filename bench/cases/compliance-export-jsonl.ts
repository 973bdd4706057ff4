import {exportCase} from '../compliance-export.ts';

export default exportCase('jsonl');
