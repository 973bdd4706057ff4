import {atom} from 'nanostores';

/** How often the person jumped to the message that the page's address already leads to. */
export const $repeatedJumps = atom(0);
