import type { EdgeRequest } from '../../../src/client/index.ts'
import { readJson, thisBrowser } from '../settings/storage.ts'
import { type AddedFile, fitted, refusal, withFiles } from './added-files.ts'

/** A document that every model sees. */
export interface FormDocument {
  title: string
  text: string
}

/** The form before anything is filled in. An empty field is left out of the request: the service decides. */
export const EMPTY_FORM = {
  question: '',
  models: [] as string[],
  /** Those of them that are asked first; empty to ask all at once. */
  first: [] as string[],
  samples: '',
  structure: '',
  kind: '',
  effort: '',
  search: '',
  maxIterations: '',
  maxCalls: '',
  maxCostUsd: '',
  timeoutSeconds: '',
  criteria: '',
  reader: '',
  writer: '',
  instructions: '',
  documents: [] as FormDocument[],
  /** As they were added, whether they fit together or not. */
  files: [] as AddedFile[],
  /** Whether past results must not be used. */
  isFresh: false,
}

export type AskFormState = typeof EMPTY_FORM

/** The request that a form stands for, and its files with those that do not fit into it refused. */
export function askedBy(form: AskFormState): { request: EdgeRequest; files: AddedFile[] } {
  const request = requestOf(form)
  const files = fitted(form.files, request)
  return { request: withFiles(request, files), files }
}

/** The request without files. */
export function requestOf(form: AskFormState): EdgeRequest {
  const { question, models, structure, kind, criteria, reader, writer, instructions, isFresh } = form
  const documents = form.documents.filter(({ text }) => text.trim() !== '')
  const request = {
    query: question.trim(),
    models: models.length === 0 ? undefined : models,
    first: isStage(form) ? form.first : undefined,
    samples: samplesOf(form),
    structure: structure || undefined,
    kind: kind || undefined,
    effort: form.effort || undefined,
    search: form.search || undefined,
    max_iterations: numberIn(form.maxIterations),
    max_calls: numberIn(form.maxCalls),
    max_cost_usd: numberIn(form.maxCostUsd),
    timeout_seconds: numberIn(form.timeoutSeconds),
    criteria: criteria.trim() || undefined,
    reader: reader.trim() || undefined,
    writer: writer.trim() || undefined,
    messages: instructions.trim() === '' ? undefined : [{ role: 'system', content: instructions.trim() }],
    context: documents.length === 0 ? undefined : documents.map(titled),
    skip_cache: isFresh || undefined,
  }
  const given = Object.entries(request).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as EdgeRequest
}

/** Whether some of the chosen models are asked first; not if one of these is no longer chosen, or no other is left. */
function isStage({ models, first }: AskFormState): boolean {
  return first.length > 0 && first.length < models.length && first.every((model) => models.includes(model))
}

/** How often a model that is asked alone replies, unless the form says so: a single reply tells nothing of how sure it is. */
const REPLIES_ALONE = 3

function samplesOf({ models, samples: given }: AskFormState): number | undefined {
  const samples = numberIn(given)
  return models.length === 1 && (samples ?? 1) === 1 ? REPLIES_ALONE : samples
}

function numberIn(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text)
}

function titled({ title, text }: FormDocument, index: number): FormDocument {
  return { title: title.trim() || `Document ${index + 1}`, text }
}

/** How many of the options are in use, beside the question and who is asked. */
export function optionsInUse({
  question: _,
  models: __,
  first: ___,
  files: ____,
  ...form
}: AskFormState): number {
  return Object.values(form).filter((value) => (Array.isArray(value) ? value.length > 0 : Boolean(value)))
    .length
}

const NAME = 'stretto.form'

/** The form with its files, until the page is closed. */
let latest: AskFormState | null = null

const forgotten = (note: string) => (file: AddedFile) => ({ ...file, ...refusal(note) })
const INTERRUPTED = forgotten('Reading was interrupted. Add it again.')
const NOT_KEPT = forgotten('Files are kept only until the page is closed. Add it again.')

/** The form as it was left in this browser. */
export function readForm(): AskFormState {
  if (latest !== null)
    return {
      ...latest,
      files: latest.files.map((file) => (file.kind === 'reading' ? INTERRUPTED(file) : file)),
    }
  const isObject = (value: unknown): value is Partial<AskFormState> =>
    typeof value === 'object' && value !== null
  const kept: Record<string, unknown> = readJson(thisBrowser, NAME, isObject) ?? {}
  const fields = Object.entries(EMPTY_FORM).map(([name, empty]) => {
    const value = kept[name]
    const fits = typeof value === typeof empty && Array.isArray(value) === Array.isArray(empty)
    return [name, fits ? value : empty]
  })
  return Object.fromEntries(fields)
}

/** Keeps a form: all of it while the page is open, then without the contents of files, which may be larger than the browser keeps. */
export function keepForm(form: AskFormState): void {
  latest = form
  const files = form.files.filter(({ kind }) => kind !== 'refused').map(NOT_KEPT)
  thisBrowser.write(NAME, JSON.stringify({ ...form, files }))
}
