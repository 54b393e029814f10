import { type Proof, prove } from '../../proof.ts'

const lettersOf = (text: string): string[] => text.toLowerCase().match(/[a-z]/g) ?? []
const ALPHABET = Array.from({ length: 26 }, (_, place) => String.fromCharCode(97 + place))

export const englishProofs: Proof[] = [
  prove('ling-0022', /^The number of letters in the modern English alphabet is (\d+)\.$/, (count) => {
    const letters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).filter((character) =>
      /\p{Lowercase}/u.test(character),
    )
    return letters.length === Number(count)
  }),
  prove(
    ['ling-0220', 'ling-0221'],
    /^The number of times the letter '(\w)' occurs in the (?:English )?word '(\w+)' is (\d)\.$/,
    (letter, word, count) => lettersOf(word!).filter((each) => each === letter).length === Number(count),
  ),
  prove(
    'ling-0222',
    /^The sentence '(.+)' is a pangram, containing every letter of the English alphabet at least once\.$/,
    (sentence) => ALPHABET.every((letter) => lettersOf(sentence!).includes(letter)),
  ),
  prove(
    'ling-0223',
    /^A palindrome reads the same forwards and backwards, as '(.+)' does when/,
    (text) => lettersOf(text!).reverse().join() === lettersOf(text!).join(),
  ),
  prove(
    'ling-0224',
    /^An anagram uses exactly the letters of another word .* as '(\w+)' is an anagram of '(\w+)'\.$/,
    (left, right) => left !== right && lettersOf(left!).sort().join() === lettersOf(right!).sort().join(),
  ),
  prove(
    'ling-0225',
    /^The English word '(\w+)' contains none of the letters a, e, i, o and u\.$/,
    (word) => !/[aeiou]/i.test(word!),
  ),
  prove(
    'ling-0226',
    /^The word '(\w+)' has (\d+) letters\.$/,
    (word, count) => lettersOf(word!).length === Number(count),
  ),
  prove(
    'ling-0229',
    /^English ordinal numerals ending in (\d+), (\d+) or (\d+) take the suffix '(\w+)', and other numerals ending in (\d), (\d) or (\d) take '(\w+)', '(\w+)' or '(\w+)'\.$/,
    (...figures) => {
      const [, , , suffix] = figures
      const exceptions = figures.slice(0, 3).map(Number)
      const endings = figures.slice(4, 7).map(Number)
      const suffixes: Record<string, string | undefined> = {
        one: figures[7],
        two: figures[8],
        few: figures[9],
        other: suffix,
      }
      const rules = new Intl.PluralRules('en', { type: 'ordinal' })
      return Array.from({ length: 1000 }, (_, number) => number).every((number) => {
        const stated = exceptions.includes(number % 100)
          ? suffix
          : (figures[7 + endings.indexOf(number % 10)] ?? suffix)
        const ruled = suffixes[rules.select(number)]
        return endings.includes(number % 10) || exceptions.includes(number % 100)
          ? stated === ruled
          : ruled === suffix
      })
    },
  ),
  prove(
    'ling-0230',
    /^English uses the plural form of a countable noun with the number zero, as in '(\d) apples'\.$/,
    (number) => {
      const rules = new Intl.PluralRules('en')
      return (
        rules.select(Number(number)) === rules.select(2) && rules.select(Number(number)) !== rules.select(1)
      )
    },
  ),
  prove(
    'ling-0252',
    /^A regular line of iambic pentameter has (five) iambs, (\d+) syllables in all, each iamb being an unstressed syllable followed by a stressed one\.$/,
    (feet, syllables) => ['one', 'two', 'three', 'four', 'five'].indexOf(feet!) + 1 === Number(syllables) / 2,
  ),
  prove(
    'ling-0253',
    /^The traditional pattern of a Japanese haiku is (\d), (\d) and (\d) morae, (\d+) in all\.$/,
    (...figures) => {
      const [first, second, third, all] = figures.map(Number)
      return first! + second! + third! === all
    },
  ),
]
