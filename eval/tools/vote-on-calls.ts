import type { RecordedProposal, ToolQuestion } from './tool-questions.ts'

/** Those who proposed the same. */
interface Group {
  text: string
  members: string[]
  votes: number
}

/** What a panel returns. */
export interface Vote {
  right: boolean
  /** How many groups have as many votes as the first. */
  tied: number
  /** The chance of being right if a tie were decided by lot. */
  byLot: number
  leading: number
  runnerUp: number
  /** How many proposed something that can be voted for. */
  answering: number
  /** Whether calls are returned. */
  isCall: boolean
}

interface Rules {
  weightOf?: (model: string) => number
  /** What a proposal is compared by; null if it cannot be voted for. */
  keyOf?: (proposal: RecordedProposal) => string | null
}

/** Lets a panel vote. A tie goes to the order of the panel; if nobody can be voted for, no call is made. */
export function voteOnCalls(question: ToolQuestion, panel: string[], rules: Rules = {}): Vote {
  const groups = groupsOf(question, panel, rules)
  const [first, second] = groups
  const { category, proposals } = question
  if (first === undefined) {
    const right = category === 'relevance'
    return { right, tied: 0, byLot: Number(right), leading: 0, runnerUp: 0, answering: 0, isCall: false }
  }
  const tied = groups.filter(({ votes }) => votes === first.votes)
  const isRight = ({ members }: Group) => proposals.get(members[0]!)!.right
  return {
    right: isRight(first),
    tied: tied.length,
    byLot: tied.filter(isRight).length / tied.length,
    leading: first.members.length,
    runnerUp: second?.members.length ?? 0,
    answering: groups.reduce((sum, { members }) => sum + members.length, 0),
    isCall: first.text !== '[]',
  }
}

/** Whether the vote would be right if a reader joined all groups that are right, and no others. */
export function voteIfJoined(question: ToolQuestion, panel: string[]): boolean {
  const keyOf = ({ text, right }: RecordedProposal) => (right && text !== null ? 'right' : text)
  return voteOnCalls(question, panel, { keyOf }).right
}

/** How many different proposals of a panel are right. */
export function countRight(question: ToolQuestion, panel: string[]): number {
  const right = panel.map((model) => question.proposals.get(model)!).filter((one) => one.right)
  return new Set(right.flatMap(({ text }) => text ?? [])).size
}

/** The groups by their votes; of those with as many, the one whose first member speaks first. */
function groupsOf({ proposals }: ToolQuestion, panel: string[], { weightOf, keyOf }: Rules): Group[] {
  const groups: Group[] = []
  for (const model of panel) {
    const proposal = proposals.get(model)!
    const text = keyOf ? keyOf(proposal) : proposal.text
    if (text === null) continue
    let group = groups.find((one) => one.text === text)
    if (group === undefined) {
      group = { text, members: [], votes: 0 }
      groups.push(group)
    }
    group.members.push(model)
    group.votes += weightOf?.(model) ?? 1
  }
  return groups.sort((one, other) => other.votes - one.votes)
}
