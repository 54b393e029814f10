import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { assetFolders } from '../adapters/assets/data-files.ts'
import { readPanelAssets } from '../adapters/assets/panel-assets.ts'
import { createBuiltinEmbedder } from '../adapters/embedders/builtin-embedder.ts'
import { checkedVector, defaultRelevance } from '../adapters/embedders/foreign-model.ts'
import { createFairTurns } from '../adapters/scheduling/fair-turns.ts'
import { createAxiomLibrary } from '../axioms/axiom-library.ts'
import { createAxiomVectors, embedAxioms } from '../axioms/axiom-vectors.ts'
import { wordEvidenceIn } from '../axioms/word-evidence.ts'
import { requireCalls, requirePrices } from '../consensus/budget/run-costs.ts'
import { guestOf, plannedRun, seatOf, stagesOf } from '../consensus/planned-run.ts'
import { freshResponse } from '../consensus/present/present.ts'
import { AxiomRecord } from '../contract/axiom.ts'
import { EdgeConsensusRequest, type EdgeConsensusResponse } from '../contract/edge-consensus.ts'
import { StrettoError } from '../contract/error-codes.ts'
import { unknownFieldWarnings } from '../contract/unknown-fields.ts'
import { validationError } from '../contract/validation-error.ts'
import { type DeliberationEvent, deliberate, type FindAnchors } from '../engine/index.ts'
import { timedAbort, waitUnless } from '../utils/time-limits.ts'
import type { Embedder } from '../vectors/embedder.ts'
import { type AskModel, askThrough } from './ask-model.ts'

/** Turns texts into vectors of 768 numbers, one per text. */
export type EmbedTexts = (texts: string[]) => Promise<ArrayLike<number>[]>

const QuestionSchema = EdgeConsensusRequest.omit({ skip_cache: true }).extend({
  dry_run: z
    .literal(false, { error: 'dry_run is not offered here: the prices of your models are not known' })
    .optional(),
})
const Models = QuestionSchema.required({ models: true }).shape.models

/** A question with its options, as in the body of `POST /consensus-iterative`. */
export type QuestionFields = z.input<typeof QuestionSchema>

/** What a panel is made of; everything but the models and how to ask them has a default. */
export interface PanelOptions {
  /** The models, by any names that askModel understands: 2 to 16, or one that is asked for several samples. */
  models: string[]
  askModel: AskModel
  /**
   * The statements that models are held to, with ids such as `acme-0001`. Default: those of the package; an empty array for
   * none.
   */
  axioms?: AxiomRecord[]
  /**
   * Finds axioms by meaning, with vectors of 768 numbers. Default: the built-in model, which always compares texts.
   */
  embed?: EmbedTexts
  /** A folder with `data`, `models` and `axioms/statements`, laid out as in the package. Default: the package itself. */
  assets?: string | URL
  /** How long a question may take before it is answered with what there is. Default: five minutes. */
  timeLimitMs?: number
}

/** How a single question is watched and cancelled. */
export interface AskOptions {
  /** Aborting it cancels the question; `ask` then rejects with the code cancelled. */
  signal?: AbortSignal
  onEvent?: (event: DeliberationEvent) => void
}

/** A panel of models that answers questions; one panel answers any number of them, also at the same time. */
export interface Panel {
  /** Asks the panel, and returns what the service would; `router` is `caller`. Rejects with a StrettoError. */
  ask(question: string | QuestionFields, options?: AskOptions): Promise<EdgeConsensusResponse>
  /** Cancels the questions that are still open. A panel that is idle keeps no process alive. */
  close(): Promise<void>
}

/** The name of the router and the provider in results: the models were asked by the caller. */
const CALLER = 'caller'
const TIME_LIMIT_MS = 300_000

/** Opens a panel of the caller's models. */
export async function createPanel(options: PanelOptions): Promise<Panel> {
  const { askModel, timeLimitMs = TIME_LIMIT_MS } = options
  const defaultModels = checked(Models, options.models, 'models')
  const now = () => performance.timeOrigin + performance.now()
  const turns = createFairTurns({ now, nextTurn: setImmediate })
  const folder = typeof options.assets === 'object' ? fileURLToPath(options.assets) : options.assets
  const assets = await readPanelAssets(assetFolders(folder))
  const builtin = createBuiltinEmbedder(assets.embedding, turns.take)
  const own = options.axioms && checked(z.array(AxiomRecord), options.axioms, 'axioms')
  const { embed } = options
  const findAnchors = await findAnchorsIn({ own, assets, embed, builtin, takeTurn: turns.take })
  const closing = new AbortController()

  return {
    async ask(asked, { signal, onEvent = () => {} } = {}) {
      const given = typeof asked === 'string' ? { query: asked } : asked
      const question = checked(QuestionSchema, given, 'question')
      const names = question.models ?? defaultModels
      const run = plannedRun(question, {
        models: names.map((model) => seatOf(model, CALLER)),
        callerKeys: null,
      })
      const { timeoutMs = timeLimitMs, callerKeys: _, first, writer, reader, ...panel } = run
      requireCalls(run)
      const unbounded = run.budget === undefined ? [] : requirePrices([...new Set(names)], run.budget, true)
      const id = randomUUID()
      // A signal of its own: listeners of many questions on a shared one would be reported as a leak.
      const leaving = AbortSignal.any(signal === undefined ? [closing.signal] : [signal, closing.signal])
      const deadline = timedAbort(Math.min(timeoutMs, timeLimitMs))
      const result = await deliberate(
        {
          ...panel,
          ...assets.measures,
          first: first && { ...first, models: stagesOf(run.models, first.models).early },
          writer: writer === null ? null : guestOf(writer, run.models, CALLER),
          reader: reader === null ? null : guestOf(reader, run.models, CALLER),
          votes: null,
          signal: leaving,
          deadline: deadline.controller.signal,
          checkpoint: null,
        },
        {
          askModel: askThrough(askModel, now),
          findAnchors: (search) => findAnchors({ ...search, caller: id }),
          embed: (texts) => builtin.embed(texts, id),
          now,
          wait: (milliseconds, signal) => waitUnless(milliseconds, [signal]),
          pause: () => turns.take(id),
          onEvent,
          onCheckpoint() {},
        },
      )
        .catch((error) => {
          if (!leaving.aborted) throw error
          const message = 'The question was cancelled, or its panel closed, before the answer.'
          throw new StrettoError('cancelled', message)
        })
        .finally(deadline.release)
      const warnings = [...result.warnings, ...unbounded, ...unknownFieldWarnings(QuestionSchema, given)]
      const { query, structure } = run
      return freshResponse({ ...result, warnings, router: CALLER }, { id, query, models: names, structure })
    },
    async close() {
      closing.abort()
    },
  }
}

function checked<Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw validationError(parsed.error, what)
  return parsed.data
}

interface Searching {
  own: AxiomRecord[] | undefined
  assets: Awaited<ReturnType<typeof readPanelAssets>>
  embed: EmbedTexts | undefined
  builtin: Embedder
  takeTurn: (caller: string) => Promise<void>
}

async function findAnchorsIn({ own, assets, embed, builtin, takeTurn }: Searching): Promise<FindAnchors> {
  const axioms = own ?? assets.axioms
  if (axioms.length === 0) return async () => []
  const prepared = own === undefined ? assets.prepared : null
  const embedder = embed === undefined ? builtin : embedderOf(embed)
  const table = await embedAxioms(axioms, {
    embedder,
    known: embed === undefined ? prepared?.vectors : undefined,
  })
  const library = createAxiomLibrary(axioms, embedder, {
    takeTurn,
    own: new Set(own?.map(({ id }) => id)),
    evidenceOf: prepared === null ? undefined : wordEvidenceIn(prepared.words),
  })
  library.useVectors(await createAxiomVectors(table))
  return library.findAnchors
}

function embedderOf(embed: EmbedTexts): Embedder {
  const name = 'The embed function of the panel'
  return {
    name,
    relevance: defaultRelevance,
    async embed(texts) {
      const vectors = await embed(texts)
      if (vectors.length !== texts.length)
        throw new Error(`${name} returned ${vectors.length} vectors for ${texts.length} texts.`)
      return vectors.map((numbers) => checkedVector(numbers, name))
    },
  }
}
