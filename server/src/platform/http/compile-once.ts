/**
 * Wraps a compiler of schemas so that equal schemas are compiled once. Many routes have equal schemas, such as those of
 * their parameters, and so do several servers in one process.
 */
export function compileOnce<Input extends object, Compiled>(
  compile: (input: Input) => Compiled,
): (input: Input) => Compiled {
  const compiled = new Map<string, Compiled>();
  return (input) => {
    const key = JSON.stringify(input);
    const result = compiled.get(key) ?? compile(input);
    compiled.set(key, result);
    return result;
  };
}
