const CHARACTERS_BEFORE_AND_AFTER = 150_000

const BEGINNINGS = ['Alder', 'Birk', 'Crow', 'Dunn', 'Elm', 'Fal', 'Gorse', 'Holm', 'Isen', 'Kell', 'Lang']
const ENDINGS = [
  'by',
  'combe',
  'dale',
  'ford',
  'garth',
  'ham',
  'keld',
  'ley',
  'mere',
  'ness',
  'rigg',
  'stead',
  'wick',
]
const PARTS = [
  'the planner',
  'backups',
  'views',
  'the shell',
  'indexes',
  'time zones',
  'locks',
  'the log',
  'imports',
]
const THINGS = [
  'ponds',
  'signposts',
  'dog licences',
  'market stalls',
  'chimneys',
  'footpaths',
  'hedges',
  'wells',
]

const pick = (from: string[], number: number) => from[number % from.length]!
/** A number that looks chosen, the same in every run. */
const mixed = (index: number, below: number) => (Math.imul(index + 1, 2654435761) >>> 8) % below

const changelog = (index: number) =>
  `Lumenforge ${index < 900 ? 5 : 6}.${index % 18}.${mixed(index, 90)}, change ${40_000 - index}: repairs ${pick(PARTS, index)} where ${pick(PARTS, mixed(index, 97))} had ${2 + mixed(index, 700)} entries.`

const census = (index: number) => {
  const women = 90 + mixed(index, 4_000)
  const men = 85 + mixed(index + 7, 4_000)
  const name = `${pick(BEGINNINGS, index)}${pick(ENDINGS, Math.floor(index / BEGINNINGS.length))}`
  return `${name} (ward ${index}): people counted on 1 June 2026: ${women + men}. Women ${women}, men ${men}. Households ${Math.ceil((women + men) / 2.2)}.`
}

const gazette = (index: number) =>
  `Order No. ${index} on ${pick(THINGS, index)}, § ${1 + mixed(index, 12)}: the fee for ${pick(THINGS, mixed(index, 89))} of more than ${2 + mixed(index, 40)} metres is ${1 + mixed(index, 300)} crowns.`

/** What stands before and after the fact of a very long page. */
const around = (sentence: (index: number) => string) => () => {
  const sentencesFrom = (first: number) => {
    const sentences: string[] = []
    for (let length = 0; length < CHARACTERS_BEFORE_AND_AFTER; length += sentences.at(-1)!.length)
      sentences.push(sentence(first + sentences.length))
    return sentences
  }
  const before = sentencesFrom(0)
  return { before, after: sentencesFrom(before.length) }
}

export const FILLERS: Record<string, () => { before: string[]; after: string[] }> = {
  changelog: around(changelog),
  census: around(census),
  gazette: around(gazette),
}
