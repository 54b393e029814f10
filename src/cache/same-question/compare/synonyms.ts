import { spelledOneWay } from '../../../language/spelling.ts'
import { stem } from '../../../language/words.ts'

/** Words that ask for the same in most questions; a word may stand in several lines. */
const GROUPS = `
buy purchase
start begin commence
end finish
big large huge
small little tiny
fast quick rapid
fast speed velocity
speed velocity quick
tall height high
old age
far distance
heavy weight weigh
long length
deep depth
wide width
hot temperature
cost price expensive rate fee charge
make build
make earn
create develop build
get obtain gain acquire
get become
get receive
learn study
learn master
understand comprehend know
fix repair solve resolve
fix mend
solve answer
delete remove erase
remove eliminate rid
reduce decrease lower cut
reduce lose
increase raise boost grow
increase improve
improve enhance better
help assist aid
choose select pick
show display
need require
want wish desire
job profession occupation
company firm business corporation
phone mobile smartphone cellphone telephone
movie film
kid child children
woman women female lady
man men male guy
student pupil
begin origin
symptom sign
ocean sea
near close
nearest closest
get_rid remove eliminate
finish complete
build construct construction
collapse fall
difference differ different distinguish distinction
difference compare comparison versus
similar alike same
important significant essential
best top greatest finest
best good great
good nice great
bad poor terrible
bad worst
correct right proper
wrong incorrect
error mistake bug
happen occur
result outcome consequence effect
effect affect impact influence
cause reason
cause lead
purpose aim goal objective
method way technique approach
use utilize usage
advantage benefit pro
disadvantage drawback con downside
meaning mean definition define
mean stand_for
author write writer
inventor invent
inventor create
discover discoverer discovery
found founder establish
die death dead
born birth
kill murder
marry marriage wedding
live reside
live survive
location locate situate place
country nation
city town
house home
car vehicle automobile
airplane plane aircraft
flight fly
leave depart departure
arrive arrival
doctor physician
medicine drug medication
treat treatment
cure heal
disease illness sickness
pain ache hurt
stop quit
allow permit let
try attempt
think believe
think opinion view thought
idea suggestion
advice tip
tip trick
feel feeling
love like
hate dislike
speak talk
talk chat
say tell
language tongue
picture photo image photograph
video clip
website site
internet web online
software program application app
app application
programming coding program code
code script
computer pc
install setup
connect link
copy duplicate
convert change transform
change switch
change modify alter
move transfer migrate
merge combine join
split divide separate
sort order
concatenate join
check test verify
check see
find locate search
find get
job work
job career employment
trip journey
laptop notebook
baby infant
latest newest
search look
run execute
open launch
close shut
send transmit
send mail
reset restore recover
reset change
recover retrieve restore
password passcode
account profile
money cash currency
salary pay wage income
salary earn
tax taxation
invest investment
loan borrow
bank banking
college university
school education
exam test examination
prepare preparation
prepare ready
score mark grade
teacher teach instructor
win winner
government administration
law legal rule
war conflict
ban prohibit
lose loss
food meal
food dish cuisine
ingredient component
boil boiling
freeze freezing
melt melting
sleep asleep
dream dreaming
handsome attractive
beautiful pretty
happy happiness
sad unhappy
angry anger mad
afraid fear scared
rich wealthy
poor poverty
famous popular well-known
popular common
common frequent usual
rare uncommon
latest current
true real
fake false
possible able
easy simple
hard difficult tough
difficulty hard
quickly fast rapidly
quickly fast quick
smart intelligent clever
strong strength
interview interviewing
relationship relation
friend friendship
breakup split
divorce separate
meet encounter
describe explain
explain tell
example instance
fare price ticket cost
layover stopover stop
airfare fare
include contain
consist contain
amount number
biggest largest
maximum max highest
minimum min lowest
percent percentage
calculate compute
calculate find
sum total add
multiply product
divide quotient
equation formula
proof prove
quantity amount
kid baby
vegetable veggie
exercise workout
gym workout
hair hairs
teeth tooth
belly stomach abdomen
pregnant pregnancy
period menstruation
uninstall remove
reply respond answer
photo picture
hide conceal
secret hidden
safe secure safety
danger dangerous risk
harm harmful damage
side adverse
review opinion
compare comparison
recommend suggest
suggest suggestion
universe cosmos
alien extraterrestrial
energy power
electricity electric
water h2o
religion faith
ghost spirit
soul spirit
muslim islam
jew jewish
christian christianity
hindu hinduism
india indian
america american usa
china chinese
japan japanese
germany german
france french
russia russian
britain british uk
england english
spain spanish
italy italian
europe european
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
