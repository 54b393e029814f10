import { foldText } from '../../../language/words.ts'

/** Words that limit a statement to some cases, times or conditions, or to a possibility; words of one line mean the same. */
const LIMITS = `
some several certain
many often frequently commonly
most majority usually mostly generally typically mainly
few rarely seldom minority hardly
sometimes occasionally
half
quarter
only solely exclusively
none no never
almost nearly
may might could possibly perhaps
if when whenever provided
unless except until`
const LINE_OF = new Map(
  LIMITS.trim()
    .split('\n')
    .flatMap((line, index) => line.split(' ').map((word) => [word, index] as const)),
)

/** Whether two claims hold in the same cases: “most”, “only”, “if” and the like are in both or in neither. */
export function sameLimits(left: string, right: string): boolean {
  const [one, other] = [limitsOf(left), limitsOf(right)]
  return one.size === other.size && [...one].every((limit) => other.has(limit))
}

function limitsOf(text: string): Set<number> {
  const words = foldText(text).match(/\p{L}+/gu) ?? []
  return new Set(words.flatMap((word) => LINE_OF.get(word) ?? []))
}
