// The languages and scripts of the world, as far as Unicode and its locale data (CLDR) know them.
import { figure, whole } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'

const scriptOf = (language: string): string => new Intl.Locale(language).maximize().script ?? ''
const directionOf = (language: string): string | undefined => {
  const locale = new Intl.Locale(language) as Intl.Locale & {
    textInfo?: { direction: string }
    getTextInfo?: () => { direction: string }
  }
  return (locale.getTextInfo?.() ?? locale.textInfo)?.direction
}
const pluralCategories = (language: string): string[] =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories
const nameOf = (code: string, type: 'language' | 'region' | 'script'): string | undefined =>
  new Intl.DisplayNames('en', { type }).of(code)
const romanValue = (numeral: string): number => {
  const values: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 }
  const numbers = [...numeral].map((letter) => values[letter]!)
  return numbers.reduce((sum, value, place) => sum + (value < (numbers[place + 1] ?? 0) ? -value : value), 0)
}
const range = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, offset) => String.fromCodePoint(from + offset))

export const writingProofs: Proof[] = [
  prove(
    'ling-0275',
    /^The number of plural categories of Arabic in the Unicode CLDR rules is (\d): (.+) and (\w+)\.$/,
    (count, names, last) => {
      const categories = pluralCategories('ar')
      const named = [...names!.split(', '), last!]
      return categories.length === Number(count) && categories.sort().join() === named.sort().join()
    },
  ),
  prove(
    'ling-0276',
    /^The number of plural categories of Japanese in the Unicode CLDR rules is (\d),/,
    (count) => pluralCategories('ja').length === Number(count),
  ),
  prove(
    ['ling-0277', 'ling-0278'],
    /^The ISO 639-1 language code of (\w+) is '(\w\w)', whereas '(\w\w)' is the country code of (\w+)\.$/,
    (language, code, region, country) =>
      nameOf(code!, 'language') === language && nameOf(region!, 'region') === country,
  ),
  prove(
    'ling-0282',
    /^The number of precomposed modern Hangul syllables in Unicode is ([\d ]+), from (\d+) initial consonants, (\d+) vowels and (\d+) finals/,
    (count, initials, vowels, finals) => {
      const syllables = range(0xac00, 0xd7a3).filter((syllable) =>
        /^[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?$/.test(syllable.normalize('NFD')),
      )
      return (
        syllables.length === figure(count!) &&
        Number(initials) * Number(vowels) * Number(finals) === figure(count!)
      )
    },
  ),
  prove(
    'ling-0283',
    /^The number of letters in the modern Greek alphabet is (\d+), from alpha to omega\.$/,
    (count) => new Set(range(0x3b1, 0x3c9).map((letter) => letter.toUpperCase())).size === Number(count),
  ),
  prove('ling-0284', /^The number of letters in the Russian alphabet is (\d+)\.$/, (count) => {
    const letters = [...range(0x430, 0x44f), 'ё']
    return letters.every((letter) => /\p{Script=Cyrillic}/u.test(letter)) && letters.length === Number(count)
  }),
  prove(
    'ling-0285',
    /^The number of letters in the Hebrew alphabet is (\d+), of which (five) have a separate form/,
    (count) => {
      const finals = 'ךםןףץ'
      const letters = range(0x5d0, 0x5ea).filter((letter) => /\p{Lo}/u.test(letter))
      return (
        [...finals].length === 5 &&
        letters.filter((letter) => !finals.includes(letter)).length === Number(count)
      )
    },
  ),
  prove('ling-0286', /^The scripts (\w+) and (\w+) are written from right to left/, (...scripts) =>
    scripts.every((script) =>
      ['ar', 'he'].some(
        (language) => nameOf(scriptOf(language), 'script') === script && directionOf(language) === 'rtl',
      ),
    ),
  ),
  prove(
    'ling-0287',
    /^Hindi is written in the (\w+) script and Urdu in a form of the (\w+) script\.$/,
    (hindi, urdu) => nameOf(scriptOf('hi'), 'script') === hindi && nameOf(scriptOf('ur'), 'script') === urdu,
  ),
  prove(
    'ling-0288',
    /^Persian \(Farsi\) is written in a form of the (\w+) script/,
    (script) => nameOf(scriptOf('fa'), 'script') === script,
  ),
  prove(
    'ling-0289',
    /^Modern Vietnamese is written in the (\w+) script with diacritics/,
    (script) => nameOf(scriptOf('vi'), 'script') === script,
  ),
  prove(
    'ling-0290',
    /the capital of '(.)' in Turkish is '(.)' while the capital of '(.)' is '(.)'\.$/,
    (dotted, dottedCapital, dotless, dotlessCapital) =>
      dotted!.toLocaleUpperCase('tr') === dottedCapital &&
      dotless!.toLocaleUpperCase('tr') === dotlessCapital,
  ),
  prove(
    'ling-0294',
    /^The values of the Roman numerals (.+) and (\w) are (.+) and (\d+)\.$/,
    (letters, last, values, lastValue) => {
      const numbers = [...values!.split(', '), lastValue!].map(Number)
      const numerals = [...letters!.split(', '), last!]
      // Each is by turns five times and twice the one before; the Unicode signs for them stand in that order too.
      const grows = numbers.every(
        (number, place) => place === 0 || number === numbers[place - 1]! * (place % 2 === 1 ? 5 : 2),
      )
      const signs = ['Ⅰ', 'Ⅴ', 'Ⅹ', 'Ⅼ', 'Ⅽ', 'Ⅾ', 'Ⅿ'].map((sign) => sign.normalize('NFKC'))
      return numbers[0] === 1 && grows && numerals.join() === signs.join()
    },
  ),
  prove(
    'ling-0295',
    /^The Roman numeral of the year (\d+) is (\w+)\.$/,
    (year, numeral) =>
      romanValue(numeral!) === Number(year) &&
      /^M*(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})$/.test(numeral!),
  ),
  prove(
    'ling-0296',
    /^The number of different patterns of a (six)-dot Braille cell, the blank cell included, is (\d+)\.$/,
    (_, count) => {
      const ofSixDots = range(0x2800, 0x28ff).filter(
        (pattern) => (pattern.codePointAt(0)! & 0b11000000) === 0,
      )
      return (
        ofSixDots.every((pattern) => /\p{Script=Braille}/u.test(pattern)) &&
        whole(count!) === BigInt(ofSixDots.length)
      )
    },
  ),
  prove(
    'ling-0297',
    /^Each of the (\d+) basic Latin letters in International Morse code has one to four signals, dots and dashes, from E .* and T/,
    (count) => {
      const table =
        '.- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..'.split(
          ' ',
        )
      const letter = (name: string): string | undefined => table[name.charCodeAt(0) - 65]
      const lengths = table.map((signals) => signals.length)
      return (
        new Set(table).size === Number(count) &&
        Math.min(...lengths) === 1 &&
        Math.max(...lengths) === 4 &&
        letter('E') === '.' &&
        letter('T') === '-'
      )
    },
  ),
]
