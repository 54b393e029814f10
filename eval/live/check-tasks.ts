import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readMeasures } from '../../src/adapters/assets/data-files.ts'
import type { CheckVerdict } from '../../src/contract/check.ts'
import type { ClaimType } from '../../src/contract/claims.ts'
import type { ContextDocument } from '../../src/contract/conversation.ts'
import { type CheckedClaims, checkClaims } from '../../src/engine/check-claims.ts'
import type { DeliberationRequest } from '../../src/engine/deliberation.ts'
import type { AskModel } from '../../src/engine/panel/model-port.ts'
import { readJsonLines } from '../json-lines.ts'
import type { ToolTaskCall } from './tool-tasks.ts'

/** Statements with what is true of them, written before anybody was asked. */
export interface CheckTask {
  id: string
  claims: string[]
  type: ClaimType
  context?: ContextDocument[]
  gold: CheckVerdict[]
}

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))
export const CHECK_CALLS_FILE = fileOf('checks-calls.jsonl.gz')
const MODELS = ['model-a', 'model-b', 'model-c']

/** The tasks. */
export function readCheckTasks(): CheckTask[] {
  return readJsonLines(fileOf('checks.jsonl'))
}

/** Every call that was made for them; none before anything was recorded. */
export function readCheckCalls(): ToolTaskCall[] {
  return existsSync(CHECK_CALLS_FILE) ? readJsonLines(CHECK_CALLS_FILE) : []
}

const seatOf = (model: string) => ({ provider: 'openai', name: model, model, temperature: 0.7 })

function requestFor(query: string, others: Partial<DeliberationRequest>): DeliberationRequest {
  const never = new AbortController().signal
  return {
    ...readMeasures(),
    query,
    criteria: null,
    kind: 'open',
    models: MODELS.map(seatOf),
    writer: null,
    reader: null,
    structure: 'sonata',
    maxIterations: 2,
    votes: null,
    signal: never,
    deadline: never,
    checkpoint: null,
    ...others,
  }
}

function portsFor(askModel: AskModel) {
  return {
    askModel,
    findAnchors: async () => [],
    embed: async () => [],
    now: () => Date.UTC(2026, 10, 18),
    pause: async () => {},
    onEvent() {},
    onCheckpoint() {},
  }
}

/** Lets three models judge the statements of a task. */
export function judge({ claims, type, context = [] }: CheckTask, askModel: AskModel): Promise<CheckedClaims> {
  const background = { instructions: null, history: [], documents: context }
  const request = requestFor('Is this true?', context.length > 0 ? { background } : {})
  return checkClaims({ ...request, claims, type }, portsFor(askModel))
}
