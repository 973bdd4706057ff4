import {createContext, type Dispatch, type SetStateAction} from 'react';

/**
 * Counts the fields in a form that are only partly filled in, such as a date without its year. Their values are empty, so
 * the form doesn't know otherwise that the person has entered something.
 */
export const PartialFields = createContext<Dispatch<SetStateAction<number>>>(() => undefined);
