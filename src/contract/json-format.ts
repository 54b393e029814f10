import type { ResponseFormat } from './chat/chat-request.ts'
import { StrettoError } from './error-codes.ts'
import { createSchemaCheck, type SchemaCheck } from './json-schema/schema-check.ts'
import { parseUnambiguous } from './json-text.ts'

/** JSON that an answer must be: what models are told, how a text is checked, and warnings about what is not checked. */
export type JsonFormat = NonNullable<ReturnType<typeof jsonFormatOf>>

const LARGEST_SCHEMA = 64 * 1024
const ALONE = 'and nothing else: no fence, no comment, no explanation.'

/** Reads the format that a chat request asks for; null for plain text. Throws bad_request for one that cannot be checked. */
export function jsonFormatOf(format: ResponseFormat) {
  if (format.type === 'text') return null
  if (format.type === 'json_object') {
    const check = createSchemaCheck({ type: 'object' })
    const instructions = `Reply with one JSON object ${ALONE}`
    return { instructions, problemsOf: (text: string) => problemsIn(text, check), warnings: [] }
  }
  const { name, description, schema = {} } = format.json_schema
  const shown = JSON.stringify(schema)
  const about = [name, description].filter(Boolean).join(': ')
  if (about.length + shown.length > LARGEST_SCHEMA)
    throw refused(`must have at most ${LARGEST_SCHEMA} characters, with its name and description`)
  const check = checkBy(schema)
  return {
    instructions: `Reply with one JSON value that satisfies this JSON Schema, ${ALONE}\n${about}\n${shown}`,
    problemsOf: (text: string) => problemsIn(text, check),
    warnings: check.unchecked.map(
      (keyword) => `${keyword} in the schema was shown to the models, but is not checked.`,
    ),
  }
}

function checkBy(schema: object): SchemaCheck {
  try {
    return createSchemaCheck(schema)
  } catch (error) {
    throw refused(`cannot be checked: ${(error as Error).message}`)
  }
}

function problemsIn(text: string, { problemsOf }: SchemaCheck): string[] {
  try {
    return problemsOf(parseUnambiguous(text))
  } catch (error) {
    return [`The text is not valid JSON: ${(error as Error).message}`]
  }
}

function refused(problem: string): StrettoError {
  const path = 'response_format.json_schema.schema'
  return new StrettoError('bad_request', `${path} ${problem}.`, { details: [{ path, problem }] })
}
