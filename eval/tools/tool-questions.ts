import { canonicalCalls, type ParsedCall, problemsOfCalls } from '../../src/engine/hearing/read-step.ts'
import type { ToolDefinition } from '../../src/engine/panel/asked.ts'
import { readReply } from './read-reply.ts'
import { type RecordedFunction, readTool } from './read-tool.ts'

/** The kinds of questions: what is right for relevance is no call. Those on live web services have no stable labels. */
export const CATEGORIES = [
  'simple',
  'multiple_function',
  'parallel_function',
  'parallel_multiple_function',
  'java',
  'javascript',
  'relevance',
  'executable_simple',
  'executable_multiple_function',
  'executable_parallel_function',
  'executable_parallel_multiple_function',
] as const
export type Category = (typeof CATEGORIES)[number]

/** What a model proposed. */
export interface RecordedProposal {
  /** The canonical text of its calls; null if it cannot be voted for. */
  text: string | null
  kind: 'calls' | 'none' | 'unreadable' | 'invalid'
  /** By the labels of the recordings. */
  right: boolean
}

/** A question with what several models proposed. */
export interface ToolQuestion {
  id: string
  category: Category
  hasSchema: boolean
  proposals: Map<string, RecordedProposal>
}

interface Failure {
  /** Counted from 1. */
  id: number
  prompt?: { id: string; function: RecordedFunction | RecordedFunction[] }
}

/** The questions as these models answered them, with the labels of the recordings. */
export function readToolQuestions(files: Map<string, string>, models: string[]): ToolQuestion[] {
  const tools = readTools(files)
  const questions = new Map<string, ToolQuestion>()
  for (const category of CATEGORIES)
    for (const model of models) {
      const results = rows<{ id: string; result: unknown }>(
        files.get(`result/${model}/gorilla_openfunctions_v1_test_${category}_result.json`),
      )
      const failed = new Set(failuresOf(files.get(scoreFile(model, category))).map(({ id }) => id))
      results.forEach(({ id, result }, place) => {
        if (!questions.has(id))
          questions.set(id, { id, category, hasSchema: tools.has(id), proposals: new Map() })
        const proposal = proposalOf(readReply(result), tools.get(id))
        questions.get(id)!.proposals.set(model, { ...proposal, right: !failed.has(place + 1) })
      })
    }
  return [...questions.values()].filter(({ proposals }) => proposals.size === models.length)
}

function proposalOf(calls: ParsedCall[] | null, tools: ToolDefinition[] | undefined) {
  if (calls === null) return { text: null, kind: 'unreadable' as const }
  if (tools !== undefined && problemsOfCalls(calls, tools).length > 0)
    return { text: null, kind: 'invalid' as const }
  const text = canonicalCalls(calls, tools ?? [])
  return { text, kind: calls.length === 0 ? ('none' as const) : ('calls' as const) }
}

/** The tools of each question, which stand beside the failures of any model. */
function readTools(files: Map<string, string>): Map<string, ToolDefinition[]> {
  const tools = new Map<string, ToolDefinition[]>()
  for (const [path, text] of files) {
    if (!path.startsWith('score/')) continue
    for (const { prompt } of failuresOf(text))
      if (prompt !== undefined && !tools.has(prompt.id))
        tools.set(
          prompt.id,
          [prompt.function].flat().map((one) => readTool(one, !prompt.id.startsWith('java'))),
        )
  }
  return tools
}

function scoreFile(model: string, category: Category): string {
  return `score/${model}/${category}_score.json`
}

/** The first row of such a file has the totals. */
function failuresOf(text: string | undefined): Failure[] {
  if (text === undefined) throw new Error('A file of scores is missing.')
  return rows<Failure>(text).slice(1)
}

function rows<Row>(text = ''): Row[] {
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line)]))
}
