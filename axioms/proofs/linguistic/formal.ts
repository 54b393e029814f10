import { type Proof, prove } from '../../proof.ts'

/** All strings of some letters up to a length, the empty one first. */
function strings(letters: string, longest: number): string[] {
  const all = ['']
  for (let from = 0, length = 0; length < longest; length++) {
    const to = all.length
    for (; from < to; from++) for (const letter of letters) all.push(all[from]! + letter)
  }
  return all
}

/** How many prefixes need different states: those that some continuation tells apart (Myhill and Nerode). */
function states(prefixes: string[], continuations: string[], accepts: (text: string) => boolean): number {
  return new Set(
    prefixes.map((prefix) => continuations.map((rest) => Number(accepts(prefix + rest))).join('')),
  ).size
}

/** Whether a language needs ever more states: one for each of any number of prefixes. */
const needsEverMore = (
  accepts: (text: string) => boolean,
  prefix: (n: number) => string,
  rest: (n: number) => string,
) =>
  [4, 8, 16].every((count) => {
    const numbers = Array.from({ length: count }, (_, n) => n)
    return states(numbers.map(prefix), numbers.map(rest), accepts) === count
  })

/** The strings up to a length that a grammar with one symbol S generates. */
function generated(rules: string[], longest: number): Set<string> {
  const done = new Set<string>()
  const seen = new Set(['S'])
  for (const form of seen) {
    if (!form.includes('S')) done.add(form)
    else {
      for (const rule of rules) {
        const next = form.replace('S', rule)
        if (next.replace('S', '').length <= longest) seen.add(next)
      }
    }
  }
  return done
}
const sameMembers = (left: Iterable<string>, right: Iterable<string>): boolean =>
  [...left].sort().join() === [...right].sort().join()

/** How many parse trees a string has in E -> E op E | letter. */
function parseTrees(text: string): number {
  if (text.length === 1) return /\w/.test(text) ? 1 : 0
  return [...text].reduce(
    (sum, character, at) =>
      /\w/.test(character) ? sum : sum + parseTrees(text.slice(0, at)) * parseTrees(text.slice(at + 1)),
    0,
  )
}

/** The value of an expression in postfix notation. */
function postfix(text: string): number {
  const stack: number[] = []
  for (const token of text.split(' ')) {
    const [left, right] = /\d/.test(token) ? [] : stack.splice(-2)
    if (left === undefined || right === undefined) stack.push(Number(token))
    else stack.push(token === '+' ? left + right : left * right)
  }
  return stack.length === 1 ? stack[0]! : Number.NaN
}

export const formalLanguageProofs: Proof[] = [
  prove(
    'ling-0020',
    /^The language of all strings a\^n b\^n with n >= 0 is context-free but not regular\.$/,
    () => {
      const accepts = (text: string): boolean =>
        text === 'a'.repeat(text.length / 2) + 'b'.repeat(text.length / 2)
      const members = strings('ab', 8).filter((text) => text.length % 2 === 0 && accepts(text))
      return (
        sameMembers(generated(['aSb', ''], 8), members) &&
        needsEverMore(
          (text) => text.length % 2 === 0 && accepts(text),
          (n) => 'a'.repeat(n),
          (n) => 'b'.repeat(n),
        )
      )
    },
  ),
  prove(
    'ling-0166',
    /^The language of palindromes over an alphabet of two letters is context-free but not regular\.$/,
    () => {
      const accepts = (text: string): boolean => [...text].reverse().join('') === text
      return (
        sameMembers(generated(['aSa', 'bSb', 'a', 'b', ''], 8), strings('ab', 8).filter(accepts)) &&
        needsEverMore(
          accepts,
          (n) => `${'a'.repeat(n)}b`,
          (n) => 'a'.repeat(n),
        )
      )
    },
  ),
  prove(
    'ling-0167',
    /^The number of states of the minimal .* automaton for the binary numerals divisible by (\d), with the empty string accepted, is (\d)\.$/,
    (divisor, count) => {
      const accepts = (text: string): boolean => Number(`0b0${text}`) % Number(divisor) === 0
      return states(strings('01', 7), strings('01', 4), accepts) === Number(count)
    },
  ),
  prove(
    'ling-0168',
    /^The minimal .* automaton for the bit strings whose n-th symbol from the end is (1) has (2)\^n states, although a nondeterministic one with n \+ 1 states exists\.$/,
    (bit, base) =>
      [1, 2, 3, 4].every(
        (n) =>
          states(strings('01', n + 2), strings('01', n), (text) => text.at(-n) === bit) === Number(base) ** n,
      ),
  ),
  prove(
    'ling-0169',
    /^The regular expressions (\S+) and (\S+) denote the same language, all strings over the letters a and b\.$/,
    (left, right) => {
      const [first, second] = [new RegExp(`^(?:${left})$`), new RegExp(`^(?:${right})$`)]
      return strings('abc', 6).every((text) => {
        const member = !text.includes('c')
        return first.test(text) === member && second.test(text) === member
      })
    },
  ),
  prove(
    'ling-0170',
    /^The number of parse trees of the string (\S+) in the grammar E -> E \+ E \| a is (\d), so the grammar is ambiguous\.$/,
    (text, count) => parseTrees(text!) === Number(count) && Number(count) > 1,
  ),
  prove(
    'ling-0174',
    /^The empty language, which contains no string, differs from the language whose only member is the empty string\.$/,
    () => {
      const members = (pattern: RegExp): string =>
        JSON.stringify(strings('ab', 3).filter((text) => pattern.test(text)))
      // The pattern (?!) matches nowhere.
      return members(/^(?!)$/) === '[]' && members(/^$/) === '[""]' && members(/^(?:(?!)a)*$/) === '[""]'
    },
  ),
  prove(
    'ling-0201',
    /^The regular expression (\S+) can take time exponential in n on n letters a followed by another letter in a backtracking engine\.$/,
    (pattern) => {
      // Ways to split n letters into runs, each of which a backtracking engine tries before giving up.
      const ways = (letters: number): number =>
        letters === 0
          ? 1
          : Array.from({ length: letters }, (_, rest) => ways(rest)).reduce((sum, way) => sum + way)
      return (
        pattern === '^(a+)+$' &&
        !new RegExp(pattern).test('aaaab') &&
        [4, 8, 12].every((n) => ways(n) === 2 ** (n - 1))
      )
    },
  ),
  prove('ling-0180', /^The reverse Polish \(postfix\) notation of (.+) is (.+)\.$/, (infix, written) => {
    const [, left, right, factor] = /^\((\d+) \+ (\d+)\) \* (\d+)$/.exec(infix!) ?? []
    return postfix(written!) === (Number(left) + Number(right)) * Number(factor)
  }),
]
