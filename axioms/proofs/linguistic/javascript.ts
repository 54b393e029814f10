import { isDeepStrictEqual } from 'node:util'
import { runInThisContext } from 'node:vm'
import { whole } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'

/** What a piece of JavaScript gives, as the body of a sloppy function. */
export const run = (body: string): unknown => runInThisContext(`(() => { ${body}\n})()`)
const value = (expression: string): unknown => run(`return (${expression})`)
const sameValue = (left: string, right: string): boolean => isDeepStrictEqual(value(left), value(right))
/** The name of the error that a piece of JavaScript throws. */
const thrown = (body: string): string | undefined => {
  try {
    run(body)
    return undefined
  } catch (error) {
    return (error as Error).name
  }
}

/** In which order synchronous code, promise callbacks and timers run; found out once, as proofs cannot wait. */
const turns = await new Promise<string[]>((resolve) => {
  const seen: string[] = []
  setTimeout(() => {
    seen.push('timer')
    resolve(seen)
  }, 0)
  Promise.resolve().then(() => seen.push('callback'))
  seen.push('code')
})
const MODULE = 'data:text/javascript,export default (function () { return this === undefined })()'
const strictInModule: boolean = (await import(MODULE)).default

export const javascriptProofs: Proof[] = [
  prove(
    ['ling-0005', 'ling-0006', 'ling-0008'],
    /^The result of (.+) in JavaScript is (?:the string )?(.+)\.$/,
    (left, right) => sameValue(left!, right!),
  ),
  prove(
    'ling-0007',
    /^The value of (Number\.\w+) in JavaScript is ([\d ]+)\.$/,
    (name, digits) => value(name!) === Number(whole(digits!)) && 2n ** 53n - 1n === whole(digits!),
  ),
  prove(
    [
      'ling-0049',
      'ling-0050',
      'ling-0051',
      'ling-0052',
      'ling-0053',
      'ling-0055',
      'ling-0059',
      'ling-0060',
      'ling-0061',
      'ling-0062',
      'ling-0063',
      'ling-0064',
      'ling-0065',
      'ling-0066',
      'ling-0067',
      'ling-0068',
      'ling-0069',
      'ling-0070',
      'ling-0071',
      'ling-0072',
      'ling-0088',
    ],
    /^.* in JavaScript.* the result of (.+) is (.+)\.$|^.*JavaScript .* the result of (.+) is (.+)\.$/,
    (left, right, otherLeft, otherRight) => sameValue((left ?? otherLeft)!, (right ?? otherRight)!),
  ),
  prove('ling-0054', /^The falsy values in JavaScript, .*, are (.+) and (\w+)\.$/, (most, last) => {
    const named = [...most!.split(', '), last!]
    const others = [
      '1',
      '-1',
      "'0'",
      "' '",
      "'false'",
      '[]',
      '{}',
      '(() => 0)',
      'Infinity',
      '1n',
      'Symbol()',
      'new Boolean(false)',
    ]
    return (
      new Set(named).size === 8 && named.every((text) => !value(text)) && others.every((text) => value(text))
    )
  }),
  prove(
    'ling-0056',
    /^The (seven) primitive types of JavaScript, as of ECMAScript 2020, are (.+) and (\w+)\.$/,
    (_, most, last) => {
      const samples: Record<string, unknown> = {}
      for (const sample of ['', 0, 0n, false, undefined, Symbol.iterator]) samples[typeof sample] = sample
      samples.null = null
      const named = [...most!.split(', '), last!]
      return (
        named.sort().join() === Object.keys(samples).sort().join() &&
        Object.values(samples).every((sample) => Object(sample) !== sample) &&
        [[], {}, () => 0].every((sample) => Object(sample) === sample)
      )
    },
  ),
  prove(
    'ling-0057',
    /^The number type of JavaScript is the (\d+)-bit binary floating-point format of IEEE 754/,
    (bits) => {
      const stored = new Float64Array([Math.PI, 1e-320, 0.1, Number.MAX_VALUE, 2 ** 53 + 2])
      const kept = [Math.PI, 1e-320, 0.1, Number.MAX_VALUE, 2 ** 53 + 2].every(
        (number, place) => stored[place] === number,
      )
      return (
        stored.BYTES_PER_ELEMENT * 8 === Number(bits) &&
        kept &&
        2 ** 53 + 1 === 2 ** 53 &&
        2 ** 1023 * 2 === Infinity
      )
    },
  ),
  prove(
    'ling-0058',
    /^Mixing a BigInt and a number .* as in (.+), throws a (\w+)\.$/,
    (mix, error) => thrown(`return ${mix}`) === error,
  ),
  prove(
    'ling-0073',
    /^The for-in loop of JavaScript runs over property keys as strings, and the for-of loop runs over the values of an iterable\.$/,
    () => {
      const seen = run(
        'const seen = []; for (const k in [7, 8]) seen.push(k); for (const v of [7, 8]) seen.push(v); return seen',
      )
      return isDeepStrictEqual(seen, ['0', '1', 7, 8])
    },
  ),
  prove(
    'ling-0074',
    /^A const declaration in JavaScript forbids reassigning the variable but does not make the object .* immutable\.$/,
    () =>
      thrown('const a = []; a = []') === 'TypeError' &&
      value('(() => { const a = []; a.push(1); return a.length })()') === 1,
  ),
  prove(
    'ling-0075',
    /^Variables declared with (let) and (const) in JavaScript are scoped to the enclosing block, and variables declared with (var) are scoped to the enclosing function\.$/,
    (...words) => {
      const escapes = words.map((word) => run(`if (true) { ${word} x = 1 } return typeof x`) === 'number')
      const leaves = run('(() => { var y = 1 })(); return typeof y') === 'number'
      return escapes.join() === 'false,false,true' && !leaves
    },
  ),
  prove(
    'ling-0076',
    /^Reading a JavaScript (let) or (const) variable before .* throws a (\w+), while a (var) variable not yet assigned reads as (\w+)\.$/,
    (first, second, error, third, read) =>
      [first, second].every((word) => thrown(`x; ${word} x = 1`) === error) &&
      String(run(`const read = x; ${third} x = 1; return read`)) === read,
  ),
  prove(
    'ling-0077',
    /^A function declaration in JavaScript is hoisted with its body, so the function can be called on an earlier line of the same scope\.$/,
    () =>
      run('return early(); function early() { return 1 }') === 1 &&
      thrown('late(); var late = () => 1') === 'TypeError',
  ),
  prove(
    'ling-0078',
    /^In a JavaScript for loop, closures .* share one loop variable when declared with (var) and get a fresh variable per iteration when declared with (let)\.$/,
    (shared, fresh) => {
      const seen = (word: string) =>
        run(`const f = []; for (${word} i = 0; i < 3; i++) f.push(() => i); return f.map((g) => g())`)
      return isDeepStrictEqual(seen(shared!), [3, 3, 3]) && isDeepStrictEqual(seen(fresh!), [0, 1, 2])
    },
  ),
  prove(
    'ling-0079',
    /^An arrow function in JavaScript has no own 'this' and takes 'this' from the enclosing scope\.$/,
    () =>
      run(
        'const o = { f() { return [() => this, function () { return this }] } }; const [a, b] = o.f(); return a.call(1) === o && b.call(o.f) === o.f',
      ) === true,
  ),
  prove(
    'ling-0080',
    /^In the JavaScript event loop the then callbacks of already settled promises \(microtasks\) run before a setTimeout callback with delay 0 scheduled in the same synchronous code\.$/,
    () => turns.indexOf('callback') < turns.indexOf('timer'),
  ),
  prove(
    'ling-0081',
    /^The callback given to the then method of a JavaScript promise always runs asynchronously, after the current synchronous code, even if the promise is already resolved\.$/,
    () => turns.indexOf('code') < turns.indexOf('callback'),
  ),
  prove(
    'ling-0082',
    /^A call of an async function in JavaScript always returns a promise, even when the function body returns a plain value\.$/,
    () =>
      run('return (async () => 1)() instanceof Promise && (async () => {})() instanceof Promise') === true,
  ),
  prove(
    'ling-0083',
    /^The array method (slice) in JavaScript returns a copy .* unchanged, while (splice) removes or inserts elements in place\.$/,
    (copies, changes) => {
      const left = (method: string) => run(`const a = [1, 2, 3]; a.${method}(0, 1); return a`)
      return isDeepStrictEqual(left(copies!), [1, 2, 3]) && isDeepStrictEqual(left(changes!), [2, 3])
    },
  ),
  prove('ling-0084', /^Array\.prototype\.sort in JavaScript is stable since ECMAScript 2019\.$/, () => {
    const items = Array.from({ length: 2000 }, (_, place) => ({ place, key: (place * 7919) % 13 }))
    items.sort((left, right) => left.key - right.key)
    return items.every(
      (item, at) => at === 0 || items[at - 1]!.key < item.key || items[at - 1]!.place < item.place,
    )
  }),
  prove(
    'ling-0085',
    /^Spread syntax in JavaScript, as in \{ \.\.\.object \} or \[\.\.\.array\], makes a shallow copy, so nested objects are shared with the original\.$/,
    () =>
      run(
        'const o = { n: {} }, a = [{}], p = { ...o }, b = [...a]; return p !== o && p.n === o.n && b !== a && b[0] === a[0]',
      ) === true,
  ),
  prove(
    'ling-0086',
    /^Strings in JavaScript are immutable, so methods such as (\w+) and (\w+) return a new string and leave the original unchanged\.$/,
    (...methods) =>
      thrown("'use strict'; const s = 'abc'; s[0] = 'x'") === 'TypeError' &&
      methods.every(
        (method) =>
          run(`const s = 'abc'; const t = s.${method}('b', 'B'); return s === 'abc' && t !== s`) === true,
      ),
  ),
  prove(
    'ling-0087',
    /^Automatic semicolon insertion in JavaScript ends a return statement at a line break, so a value on the line after 'return' is not returned\.$/,
    () => run('return\n1') === undefined && run('return 1') === 1,
  ),
  prove(
    'ling-0089',
    /^The JavaScript Date constructor reads a date-only string such as '([\d-]+)' as UTC and a date-time string without offset such as '([\dT:-]+)' as local time\.$/,
    (date, time) => {
      const [year, month, day] = date!.split('-').map(Number) as [number, number, number]
      return (
        new Date(date!).getTime() === Date.UTC(year, month - 1, day) &&
        new Date(time!).getTime() === new Date(year, month - 1, day).getTime()
      )
    },
  ),
  prove(
    'ling-0090',
    /^Code in an ECMAScript module is always in strict mode, without any 'use strict' directive\.$/,
    () => strictInModule && run('return (function () { return this === undefined })()') === false,
  ),
  prove(
    'ling-0137',
    /^The operator == binds tighter than the bitwise & in C, C\+\+ and JavaScript, so (.+) means (.+)\.$/,
    (bare, grouped) => {
      const results = (text: string) => [0, 1, 2, 3].map((x) => run(`const x = ${x}; return ${text}`)).join()
      return results(bare!) === results(grouped!) && results(bare!) !== results('(x & 1) == 0')
    },
  ),
  prove(
    'ling-0138',
    /^A case of a switch statement in C, C\+\+ and JavaScript falls through into the next case unless a statement such as break ends the case\.$/,
    () =>
      run('let n = 0; switch (1) { case 1: n += 1; case 2: n += 2; break; case 3: n += 4 } return n') === 3,
  ),
  prove(
    'ling-0139',
    /^The built-in operator && in C, C\+\+, Java, Go and JavaScript does not evaluate the right operand when the left operand is false, and \|\| not when the left operand is true\.$/,
    () =>
      run(
        'let n = 0; const f = () => ++n; false && f(); true || f(); const none = n; true && f(); false || f(); return none === 0 && n === 2',
      ) === true,
  ),
  prove(
    'ling-0197',
    /^Quantifiers .* the pattern (\S+) matches all of '(.+)' and not only '(.+)'\.$/,
    (pattern, all, part) =>
      new RegExp(pattern!).exec(all!)?.[0] === all &&
      new RegExp(pattern!.replace('+', '+?')).exec(all!)?.[0] === part,
  ),
  prove(
    'ling-0198',
    /^The dot in a regular expression does not match a line feed \(newline\) by default in JavaScript, Python and Perl\.$/,
    () => !/./.test('\n') && /./s.test('\n'),
  ),
  prove(
    'ling-0199',
    /so (\S+) means (\S+) and matches '(\w+)'\.$/,
    (bare, grouped, text) =>
      [text!, 'xb', 'b', 'xay', ''].every(
        (sample) => new RegExp(bare!).test(sample) === new RegExp(grouped!).test(sample),
      ) &&
      new RegExp(bare!).test(text!) &&
      !/^(a|b)$/.test(text!),
  ),
  prove(
    'ling-0200',
    /^The class (\S+) in JavaScript regular expressions matches exactly the ten ASCII digits 0 to 9\.$/,
    (pattern) => {
      const characters = Array.from({ length: 0x20000 }, (_, place) => String.fromCodePoint(place))
      const digit = new RegExp(pattern!, 'u')
      return characters.filter((character) => digit.test(character)).join('') === '0123456789'
    },
  ),
]
