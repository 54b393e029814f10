import { normalizeSpelling } from '../../../language/spelling.ts'
import { stem } from '../../../language/words.ts'

/** Words that ask for the same thing in most questions; a word may occur in several lines. */
const GROUPS = `
buy purchase
start begin commence
big large huge
small little tiny
far distance
cost price expensive rate fee charge
make build
make earn
create develop build
get obtain gain acquire
get become
get receive
learn study
fix repair solve resolve
delete remove erase
reduce decrease lower cut
reduce lose
increase raise boost grow
improve enhance better
help assist aid
need require
want wish desire
company firm business corporation
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
important significant essential
best top greatest finest
best good great
correct right proper
wrong incorrect
happen occur
effect affect impact influence
advantage benefit pro
meaning mean definition define
mean stand_for
author write writer
found founder establish
die death dead
live reside
live survive
location locate situate place
country nation
city town
airplane plane aircraft
flight fly
stop quit
think believe
think opinion view thought
advice tip
love like
hate dislike
picture photo image photograph
website site
internet web online
programming coding program code
change switch
change modify alter
find locate search
find get
job work
job career employment
reset restore recover
recover retrieve restore
salary pay wage income
college university
exam test examination
score mark grade
food meal
afraid fear scared
rich wealthy
famous popular well-known
common frequent usual
true real
easy simple
hard difficult tough
quickly fast quick
smart intelligent clever
fare price ticket cost
layover stopover stop
include contain
biggest largest
calculate compute
calculate find
equation formula
danger dangerous risk
energy power
jew jewish
india indian
america american usa
china chinese
japan japanese
russia russian
britain british uk
europe european
`

const GROUPS_OF = new Map<string, Set<number>>()
GROUPS.trim()
  .split('\n')
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
