import fastJsonStringify from 'fast-json-stringify';
import type {FastifySerializerCompiler} from 'fastify';

/**
 * Serializes responses with their schema, which is compiled for the first response. Compiling the schemas of all routes
 * would take most of the startup time, and a process uses few of them.
 */
export const compileSerializer: FastifySerializerCompiler<object> = ({schema}) => {
  let stringify: ((value: unknown) => string) | undefined;
  return (value) => {
    stringify ??= fastJsonStringify(schema);
    return stringify(value);
  };
};
