import { spelledOneWay } from '../../../language/spelling.ts'
import { stem } from '../../../language/words.ts'

/** Words that ask for the same in most questions; a word may stand in several lines. */
const GROUPS = `
buy purchase
start begin commence
big large huge
far distance
cost price expensive rate fee charge
make earn
create develop build
get become
get receive
learn study
fix repair solve resolve
delete remove erase
reduce decrease lower cut
reduce lose
improve enhance better
help assist aid
need require
phone mobile smartphone cellphone telephone
movie film
kid child children
woman women female lady
man men male guy
symptom sign
ocean sea
get_rid remove eliminate
build construct construction
difference differ different distinguish distinction
best top greatest finest
best good great
correct right proper
wrong incorrect
happen occur
effect affect impact influence
advantage benefit pro
meaning mean definition define
author write writer
found founder establish
live reside
live survive
location locate situate place
country nation
city town
airplane plane aircraft
flight fly
stop quit
think opinion view thought
hate dislike
picture photo image photograph
website site
internet web online
programming coding program code
change modify alter
find locate search
find get
job work
reset restore recover
college university
exam test examination
afraid fear scared
famous popular well-known
common frequent usual
hard difficult tough
smart intelligent clever
fare price ticket cost
layover stopover stop
include contain
calculate find
danger dangerous risk
jew jewish
india indian
america american usa
britain british uk
quickly fast quick
`

const GROUPS_OF = new Map<string, Set<number>>()
GROUPS.trim()
  .split('\n')
  .forEach((line, group) => {
    for (const word of line.split(' ')) {
      const key = stem(spelledOneWay(word))
      GROUPS_OF.set(key, (GROUPS_OF.get(key) ?? new Set()).add(group))
    }
  })

/** Whether two stems are listed as words that ask for the same. */
export function areSynonyms(left: string, right: string): boolean {
  const groups = GROUPS_OF.get(left)
  const others = groups && GROUPS_OF.get(right)
  if (!others) return false
  for (const group of groups!) if (others.has(group)) return true
  return false
}
