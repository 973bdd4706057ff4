import {newestPageCase} from '../newest-page.ts';

export default newestPageCase('text');
