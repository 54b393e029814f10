import ts from 'typescript'
import { type Proof, prove } from '../../proof.ts'
import { run } from './javascript.ts'

/** What every TypeScript program must know of; the whole standard library would take a second to read. */
const GLOBALS = ts.createSourceFile(
  'globals.d.ts',
  `interface Array<T> { [n: number]: T } interface Boolean {} interface CallableFunction {} interface Function {}
   interface IArguments {} interface NewableFunction {} interface Number {} interface Object {} interface RegExp {}
   interface String { readonly length: number }`,
  ts.ScriptTarget.ES2022,
)

/** Whether a TypeScript program passes the type check. */
function passes(source: string, options: ts.CompilerOptions = { strict: true }): boolean {
  const file = ts.createSourceFile('program.ts', `${source}\nexport {}`, ts.ScriptTarget.ES2022)
  const files = new Map([GLOBALS, file].map((each) => [each.fileName, each]))
  const program = ts.createProgram(
    [...files.keys()],
    { ...options, noLib: true, types: [], target: ts.ScriptTarget.ES2022 },
    {
      getSourceFile: (name) => files.get(name),
      fileExists: (name) => files.has(name),
      readFile: () => undefined,
      writeFile: () => {},
      getDefaultLibFileName: () => 'lib.d.ts',
      getCurrentDirectory: () => '/',
      getCanonicalFileName: (name) => name,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => '\n',
    },
  )
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].length === 0
}

const compiled = (source: string): string =>
  ts.transpile(source, { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext })

export const typescriptProofs: Proof[] = [
  prove(
    'ling-0017',
    /^The run-time checking performed by TypeScript interfaces and type annotations is none\.$/,
    () => {
      const source = 'interface Age { years: number }\nconst f = (age: Age): number => age.years\n'
      return (
        !passes(`${source} f({ years: 'x' })`) && run(`${compiled(source)}; return f({ years: 'x' })`) === 'x'
      )
    },
  ),
  prove(
    'ling-0092',
    /^Type compatibility of object types in TypeScript is structural, so a value fits an interface when the value has the required members with fitting types, whatever the types are called\.$/,
    () => {
      const types = 'interface Named { name: string } class Dog { name = "Rex" } class Rock { weight = 1 }'
      return (
        passes(`${types} const named: Named = new Dog()`) &&
        !passes(`${types} const named: Named = new Rock()`)
      )
    },
  ),
  prove(
    'ling-0093',
    /^A value of type '(any)' in TypeScript may be used without checks, whereas a value of type '(unknown)' must be narrowed/,
    (free, guarded) =>
      passes(`declare const x: ${free}; x.length`) &&
      !passes(`declare const x: ${guarded}; x.length`) &&
      passes(`declare const x: ${guarded}; if (typeof x === 'string') x.length`),
  ),
  prove(
    'ling-0094',
    /^The type '(never)' in TypeScript is assignable to every other type, and no other type, not even 'any', is assignable to 'never'\.$/,
    (bottom) => {
      const others = [
        'string',
        'number',
        'boolean',
        'null',
        'undefined',
        'unknown',
        'any',
        'object',
        '{ a: 1 }',
        '() => void',
      ]
      const fits = others.map((other) => `declare const n: ${bottom}; const x: ${other} = n`)
      const unfit = others.map((other) => `declare const x: ${other}; const n: ${bottom} = x`)
      return (
        passes(
          fits
            .map((source) => `{ ${source.replace('declare const n: never', 'const n = null! as never')} }`)
            .join('\n'),
        ) && unfit.every((source) => !passes(source))
      )
    },
  ),
  prove(
    'ling-0095',
    /^With the TypeScript option '(\w+)' the values (null) and (undefined) are not assignable to a type such as '(\w+)'/,
    (option, ...words) => {
      const [first, second, type] = words
      return [first, second].every((nothing) => {
        const source = `const x: ${type} = ${nothing}`
        return !passes(source, { [option!]: true }) && passes(source, { [option!]: false })
      })
    },
  ),
  prove(
    'ling-0096',
    /^The TypeScript modifier '(private)' is checked only at compile time, while a JavaScript field named with '(#)' is private at run time too\.$/,
    (modifier, mark) => {
      const source = `class Safe { ${modifier} code = 7; ${mark}hidden = 8 }`
      const seen = run(
        `${compiled(source)}; const safe = new Safe(); return [safe.code, safe.hidden, safe['#hidden']].join()`,
      )
      return !passes(`${source} new Safe().code`) && seen === '7,,'
    },
  ),
  prove('ling-0097', /^A type assertion with 'as' in TypeScript converts nothing at run time\.$/, () => {
    const source = "const x = '5' as unknown as number"
    return (
      passes(`${source}; const y: number = x`) && run(`${compiled(source)}; return typeof x`) === 'string'
    )
  }),
  prove(
    'ling-0098',
    /^Two interface declarations of the same name in one TypeScript scope are merged, whereas two type aliases of the same name are an error\.$/,
    () =>
      passes('interface A { x: number } interface A { y: number } const a: A = { x: 1, y: 2 }') &&
      !passes('interface A { x: number } interface A { y: number } const a: A = { x: 1 }') &&
      !passes('type A = { x: number }; type A = { y: number }'),
  ),
  prove(
    'ling-0099',
    /^The excess property check of TypeScript rejects unknown properties in an object literal assigned directly to a typed target, but not in an object passed through a variable\.$/,
    () =>
      !passes('const a: { x: number } = { x: 1, y: 2 }') &&
      passes('const b = { x: 1, y: 2 }; const a: { x: number } = b'),
  ),
  prove(
    'ling-0100',
    /^A numeric enum in TypeScript that is neither const nor ambient compiles to an object that maps names to numbers and numbers back to names\.$/,
    () =>
      run(
        `${compiled('enum Colour { Red, Green }')}; return [Colour.Green, Colour[1], Object.keys(Colour).length].join()`,
      ) === '1,Green,4',
  ),
]
