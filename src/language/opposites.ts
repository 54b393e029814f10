import { normalizeSpelling } from './spelling.ts'
import { stem } from './words.ts'

/** Words that reverse the meaning of a question or an answer: both sides, separated by a bar. */
const OPPOSITES = `
before | after ; for | against ; into onto | out off ; above over | below under beneath ; up | down
inside | outside ; all every each | some few ; at_least | at_most ; more_than | less_than
enable enabled | disable disabled ; login | logout
increase raise gain grow rise more higher | decrease reduce lower lose loss fall drop less
increase | reduction
maximum max most highest largest biggest longest tallest fastest best top oldest hottest richest greatest | minimum min least lowest smallest shortest slowest worst bottom youngest coldest poorest
most | fewest least ; more | less fewer
larger bigger greater higher longer taller faster older stronger better heavier | smaller lower shorter slower younger weaker worse lighter
big large | small little tiny ; high | low ; long tall | short ; fast quick | slow ; hot warm | cold cool
old | new young ; good great | bad ; import | export exporting ; buy purchase | sell ; borrow | lend
encrypt | decrypt ; encode | decode ; compress zip | decompress unzip extract ; lock | unlock
install | uninstall ; upload | download ; open | close shut ; start begin | stop end finish quit
add insert append | remove delete subtract ; push | pull ; connect | disconnect ; attach | detach
mount | unmount ; show display | hide ; allow permit accept | block forbid deny reject refuse prevent ban
win | lose ; love like | hate dislike ; true | false ; right correct | wrong incorrect ; left | right
safe | dangerous unsafe harmful ; legal | illegal ; possible | impossible ; positive | negative
advantage benefit pro pros | disadvantage drawback con cons downside ; strength | weakness ; success | failure
succeed | fail ; pass | fail ; rich wealthy | poor
male man men boy boys guy guys husband father son brother him his he boyfriend uncle king | female woman women girl girls wife mother daughter sister her she girlfriend aunt queen
arrive arriving arrival | leave leaving depart departing departure ; public | private ; internal | external
indoor | outdoor ; input | output ; read | write ; save | discard ; create | destroy delete ; build | destroy
ascending | descending ; first | last latest ; early earlier earliest | late later latest ; minimize | maximize
multiply | divide ; plus | minus ; odd | even ; horizontal | vertical ; north northern | south southern
east eastern | west western ; give | receive ; send | receive ; ask | answer ; hire | fire ; marry | divorce
birth born | death die died ; alive | dead ; follow | unfollow ; subscribe | unsubscribe ; freeze | thaw melt
freezing | boiling ; melting | boiling freezing ; inhale | exhale ; employer | employee ; teacher | student
seller | buyer ; landlord | tenant ; sender | receiver ; with | without ; online | offline
easy simple easiest | hard difficult hardest ; cheap cheapest inexpensive | expensive costly ; thin | thick fat
strong | weak ; full | empty ; wet | dry ; sunrise | sunset ; summer | winter ; day | night
morning | evening afternoon night ; prefix | suffix ; synchronous | asynchronous ; static | dynamic
client | server ; hardware | software ; introvert | extrovert ; introverted | extroverted ; optimist | pessimist
atheist | theist ; liberal | conservative ; democrat | republican ; capitalism | socialism communism
domestic | international foreign ; inner | outer ; upper | lower ; major | minor ; active | passive
forward | backward ; frontend front | backend back ; credit | debit ; profit | loss ; supply | demand
asset | liability ; acid | base ; conductor | insulator ; solid | liquid gas ; virus | bacteria
agree | disagree ; appear | disappear ; believe | disbelieve ; trust | distrust ; wake | sleep
remember | forget ; tighten | loosen ; sharpen | blur ; expand | shrink contract ; widen | narrow
deploy | rollback ; commit | revert ; undo | redo ; single | double married ; departing | returning
vegetarian veg | nonvegetarian ; pre | post ; undergraduate | graduate postgraduate
bachelor bachelors | master masters phd ; introduction beginner | advanced
`

/** Both sides of each, as lists of words. */
export const OPPOSITE_SIDES = OPPOSITES.trim()
  .split(/ ; |\n/)
  .map((line) => line.split(' | ').map((words) => words.split(' ')))
const SIDES = new Map<string, Array<{ line: number; side: number }>>()
OPPOSITE_SIDES.forEach((sides, line) => {
  sides.forEach((words, side) => {
    for (const word of new Set(words.map(normalizeSpelling).flatMap((one) => [one, stem(one)])))
      SIDES.set(word, [...(SIDES.get(word) ?? []), { line, side }])
  })
})

/** Whether two words are opposites. */
export function areOpposite(left: string, right: string): boolean {
  const sides = SIDES.get(left)
  const others = sides && SIDES.get(right)
  if (!others) return false
  return sides!.some(({ line, side }) => others.some((other) => other.line === line && other.side !== side))
}

/** Whether one word is the other with a negating prefix: legal and illegal, happy and unhappy. */
export function isDenied(left: string, right: string): boolean {
  const [short, long] = left.length < right.length ? [left, right] : [right, left]
  if (short.length < 4 || !long.endsWith(short)) return false
  return /^(?:un|in|im|il|ir|dis|non|de|anti|mis|a)$/.test(long.slice(0, long.length - short.length))
}
