import fastJsonStringify from 'fast-json-stringify';
import type {FastifySerializerCompiler} from 'fastify';
import {compileOnce} from './compile-once.ts';

const compile = compileOnce((schema: object) => fastJsonStringify(schema));

/**
 * Serializes responses with their schema, which is compiled for the first response. Compiling the schemas of all routes
 * would take most of the startup time, and a process uses few of them.
 */
export const compileSerializer: FastifySerializerCompiler<object> = ({schema}) => {
  let stringify: ((value: unknown) => string) | undefined;
  return (value) => {
    stringify ??= compile(schema);
    return stringify(value);
  };
};
