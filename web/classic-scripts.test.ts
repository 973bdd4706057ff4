import {runInNewContext} from 'node:vm';
import {describe, expect, test} from 'vitest';
import {refuseCircles, toClassicScript} from './classic-scripts.ts';

type Body = (file: object, ...imported: object[]) => object;

/** What the script of this module passes to `defineChunk`. */
function defined(code: string): {paths: string[]; body: Body} {
  let result: {paths: string[]; body: Body} | undefined;
  const defineChunk = (paths: string[], body: Body) => {
    result = {paths: [...paths], body};
  };
  runInNewContext(toClassicScript('a.js', code), {defineChunk});
  return result!;
}

describe('toClassicScript', () => {
  test('imports and exports by name, default and namespace', () => {
    const {paths, body} = defined(
      'import"./b.js";import{x as y,z}from"./c.js";import d from"./d.js";import*as e from"./e.js";' +
        'const sum=y+z+d+e.five;export{sum as default,y as again,sum};',
    );
    expect(paths).toEqual(['./b.js', './c.js', './d.js', './e.js']);
    expect(body({}, {}, {x: 1, z: 2}, {default: 3}, {five: 5})).toEqual({default: 11, again: 1, sum: 11});
  });

  test('loads other files of the build, and knows its own address', () => {
    const {body} = defined(
      'const all=()=>[import("./b.js"),import(`./c.js`),import.meta.url];export{all as a};',
    );
    const file = {url: 'https://example.com/assets/a.js', load: (path: string) => `loaded ${path}`};
    const {a} = body(file) as {a: () => string[]};
    expect([...a()]).toEqual(['loaded ./b.js', 'loaded ./c.js', 'https://example.com/assets/a.js']);
  });

  test('leaves an import of an address that is only known later', () => {
    expect(toClassicScript('a.js', 'const load=(url)=>import(url);export{load as l};')).toContain(
      'import(url)',
    );
  });

  test('is strict, as a module is', () => {
    const {body} = defined('const self=function(){return this}();export{self as s};');
    expect(body({})).toEqual({s: undefined});
  });

  test('exports the last value of a variable that only the module itself sets', () => {
    const {body} = defined('var a;a=1;a=2;function f(a){a=3;return a}f();export{a as x};');
    expect(body({})).toEqual({x: 2});
  });

  test('refuses a variable that changes later, which other files would not see', () => {
    const code = 'let drag;function start(next){drag=next}export{drag as d,start as s};';
    expect(() => toClassicScript('drag.js', code)).toThrow(
      'drag.js exports the variable drag, which changes after the file has run.',
    );
    for (const change of ['n++', '[n]=[1]', '({n}={})', '{for(n of[1]);}', '{for(n in{});}']) {
      const other = `let n=0;const f=()=>${change};export{n,f};`;
      expect(() => toClassicScript('a.js', other), change).toThrow('variable n');
    }
  });

  test('knows a variable of a function from one of the module with the same name', () => {
    const {body} = defined('var n=1;function f(n){n++;return n}export{n as x,f as y};');
    expect(body({})).toMatchObject({x: 1});
  });

  test.each(['export*from"./b.js";', 'export{b}from"./b.js";', 'export default 1;'])('refuses %s', (code) => {
    expect(() => toClassicScript('a.js', code)).toThrow('a.js: unexpected Export');
  });
});

describe('refuseCircles', () => {
  test('accepts files that several others import', () => {
    const imports = new Map([
      ['a.js', ['b.js', 'c.js']],
      ['b.js', ['c.js']],
      ['c.js', []],
    ]);
    expect(() => refuseCircles(imports)).not.toThrow();
  });

  test('names files that import each other', () => {
    const imports = new Map([
      ['a.js', ['b.js']],
      ['b.js', ['c.js']],
      ['c.js', ['b.js']],
    ]);
    expect(() => refuseCircles(imports)).toThrow('a.js > b.js > c.js > b.js');
  });
});
