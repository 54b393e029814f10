import { CARDINALS } from '../../src/language/number-words.ts'
import type { Change } from './trap-source.ts'

const OPENINGS = [
  'Please tell me ',
  'Can you tell me ',
  'Could you please tell me ',
  'Hi, ',
  'I want to know ',
  'Do you know ',
  'Please, ',
  'Hello! ',
]
const MEASURES: Record<string, string> = {
  tall: 'height',
  old: 'age',
  big: 'size',
  large: 'size',
  deep: 'depth',
  heavy: 'weight',
  fast: 'speed',
  expensive: 'price',
  wide: 'width',
}
const NUMBERS = CARDINALS.slice(0, 13)
const SHORT: Array<[RegExp, string]> = [
  [/\b(?:United States of America|United States|U\.S\.A?\.?)(?! \p{Lu})/u, 'USA'],
  [/\bUSA\b/, 'United States'],
  [/\b(?:World War II|World War 2)\b/, 'WW2'],
  [/\bUnited Kingdom\b/, 'UK'],
  [/\bUK\b/, 'United Kingdom'],
  [/\bartificial intelligence\b/i, 'AI'],
  [/\bAI\b/, 'artificial intelligence'],
  [/\bTV\b/, 'television'],
  [/\bJavaScript\b/, 'JS'],
  [/\bkm\b/, 'kilometers'],
  [/\bkg\b/, 'kilograms'],
  [/\bvs\.?(?= )/, 'versus'],
  [/\bcolor\b/, 'colour'],
  [/\borganize\b/, 'organise'],
  [/\bfavorite\b/, 'favourite'],
  [/\bbuy\b/, 'purchase'],
  [/\bmovie\b/, 'film'],
  [/\bkids\b/, 'children'],
  [/\bphoto\b/, 'picture'],
]

/** Changes after which a question still asks the same. */
export const REWORDINGS: Record<string, Change> = {
  politeness: ({ text, pick }) =>
    /^(?:what|who|when|where|why|how|which) /i.test(text)
      ? pick(OPENINGS, 'opening')! + lowerFirst(text)
      : null,
  contraction: ({ text }) => {
    const long = text
      .replace(/\b(What|Who|Where|How)(?:'|’)s\b/i, '$1 is')
      .replace(/\b(do|does|did|is|are|was|were|could|would|should)n['’]t\b/i, '$1 not')
    return long === text ? text.replace(/\b(What|Who|Where) is\b/, "$1's") : long
  },
  'how to': ({ text, pick }) => {
    const found =
      /^(?:how (?:do|can|should|could) (?:i|you|we|one)|how to|what(?: is|'s) the best way to|what are some ways to) (?=\p{L})/iu.exec(
        text,
      )
    return found
      ? pick(
          [
            'How do I ',
            'How can I ',
            'How to ',
            'How do you ',
            'What is the best way to ',
            'How does one ',
            'What is a good way to ',
          ],
          'how',
        )! + text.slice(found[0].length)
      : null
  },
  asking: ({ text, pick }) => {
    const found = /^(?:what is|what's|what are) (?=(?:the|some) )/i.exec(text)
    return found
      ? pick(['Tell me ', 'Give me ', 'Can you tell me ', 'Please name '], 'told')! +
          text.slice(found[0].length).replace(/\?$/, '.')
      : null
  },
  abbreviation: ({ text, pick }) => {
    const found = pick(
      SHORT.filter(([from]) => from.test(text)),
      'short',
    )
    return found === undefined ? null : text.replace(found[0], found[1])
  },
  'number word': ({ text }) => {
    const found = /(?<![\p{L}\d.,:/$-])(\d{1,2})(?= \p{Ll})/u.exec(text)
    const word = found && NUMBERS[Number(found[1])]
    return word ? text.slice(0, found.index) + word + text.slice(found.index + found[0].length) : null
  },
  symmetric: ({ text }) => {
    const found = /\bbetween (?:an? |the )?(\S+(?: \S+)?) and (?:an? |the )?(\S+?(?: \S+?)?)(?=\?$)/.exec(
      text,
    )
    return found ? text.replace(found[0], `between ${found[2]} and ${found[1]}`) : null
  },
  typo: ({ text, words, pick }) => {
    const word = pick(
      words.filter(
        ({ written, wordClass, inOpening }) =>
          wordClass === null && !inOpening && /^\p{Ll}{7,}$/u.test(written),
      ),
      'typo',
    )
    if (word === undefined) return null
    const place = 2 + ((word.written.length * 7) % (word.written.length - 4))
    const typed =
      word.written.slice(0, place) +
      word.written[place + 1] +
      word.written[place] +
      word.written.slice(place + 2)
    return text.replace(word.written, typed)
  },
  spacing: ({ text }) => text.toLowerCase().replace(/\?$/, ''),
  article: ({ text }) => text.replace(/ (?:the|a|an) (?=\p{Ll})/u, ' '),
  fronted: ({ text }) => {
    const found = / (in (?:\p{Lu}\p{L}+|\d{4}))\?$/u.exec(text)
    return found ? `In ${found[1]!.slice(3)}, ${lowerFirst(text.slice(0, found.index))}?` : null
  },
  keywords: ({ text, words }) => {
    const kept = words.filter(
      ({ wordClass, inOpening, mark }) =>
        (wordClass === null && !inOpening) || (mark !== '' && wordClass === 'order'),
    )
    return kept.length < 2 || kept.length > 6 || /[?].*[?]/.test(text) || words[0]?.wordClass === 'present'
      ? null
      : kept.map(({ written }) => written.toLowerCase()).join(' ')
  },
  'list turned': ({ text }) => {
    const found = /(?<= )(\p{Lu}\p{L}+) (and|or) (\p{Lu}\p{L}+)(?= |\?)/u.exec(text)
    return found ? text.replace(found[0], `${found[3]} ${found[2]} ${found[1]}`) : null
  },
  'measure asked': ({ text }) => {
    const found =
      /^How (tall|old|big|large|deep|heavy|fast|expensive|wide) (?:is|are|was|does) (.{3,60}?)(?: travel| go| run)?\?$/i.exec(
        text,
      )
    return found ? `What is the ${MEASURES[found[1]!.toLowerCase()]} of ${found[2]}?` : null
  },
  'measure named': ({ text }) => {
    const found =
      /^What (?:is|was) the (height|age|size|depth|weight|speed|width|price) of (.{3,60})\?$/i.exec(text)
    const adjective =
      found && Object.entries(MEASURES).find(([, noun]) => noun === found[1]!.toLowerCase())![0]
    return found ? `How ${adjective} is ${found[2]}?` : null
  },
  'price asked': ({ text }) => {
    const found = /^What is the (?:price|cost) of (.{3,40})\?$/i.exec(text)
    return found ? `How much does ${found[1]} cost?` : null
  },
  plural: ({ text }) => {
    const found = /^What is the best (\p{Ll}+[^s\W]) (?=(?:to|for|in|of) )/iu.exec(text)
    return found ? text.replace(found[0], `What are the best ${found[1]}s `) : null
  },
}

function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text
}
