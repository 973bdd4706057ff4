import fastJsonStringify from 'fast-json-stringify';
import type {FastifySerializerCompiler} from 'fastify';

/**
 * Turns answers into JSON by their schema, which is compiled at the first answer: compiling those of all routes
 * would be the greater part of a start, and a process serves few of them.
 */
export const compileSerializer: FastifySerializerCompiler<object> = ({schema}) => {
  let stringify: ((value: unknown) => string) | undefined;
  return (value) => {
    stringify ??= fastJsonStringify(schema);
    return stringify(value);
  };
};
