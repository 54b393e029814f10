import openapiTypescript, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { get, openService } from '../support/service.ts'

/** What a caller writes against the generated types: required fields alone, and answers read without a check for absence. */
const CLIENTS = {
  edge: `
type Ask = operations['createIterativeConsensus']
const ask: Ask['requestBody']['content']['application/json'] = { query: 'What is 17 + 25?' }
const search: operations['searchAxioms']['parameters'] = { query: { q: 'light' } }
declare const answer: Ask['responses'][200]['content']['application/json']
const text: string = answer.final_answer
const warnings: string[] = answer.warnings
declare const failure: Ask['responses'][500]['content']['application/json']
const told: string = failure.message
const embed: paths['/embeddings']['post']['requestBody']['content']['application/json'] = { text: ['one', 'two'] }
`,
  local: `
type Create = operations['createTask']
const model = { provider: 'openrouter', name: 'One', model: 'vendor/one' } as const
const ask: Create['requestBody']['content']['application/json'] = { query: 'What is 17 + 25?', models: [model, model] }
declare const task: operations['getTask']['responses'][200]['content']['application/json']
const status: 'pending' | 'running' | 'completed' | 'failed' = task.status
const temperatures: number[] | undefined = task.result?.models.map((asked) => asked.temperature)
const cancelled: paths['/consensus/{id}']['delete']['parameters']['path'] = { id: task.id }
`,
}

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  types: [],
  lib: ['lib.es2022.d.ts'],
  // The compiler's own declarations are not what is tested.
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
}
const host = ts.createCompilerHost(OPTIONS)
const { getSourceFile } = host
/** The program before, so that the declarations of the language are read once. */
let before: ts.Program | undefined

/** What the strict compiler says about a source, with none of the project's own settings or types. */
function problemsOf(source: string): string[] {
  host.getSourceFile = (name, version) =>
    name === 'client.ts'
      ? ts.createSourceFile(name, source, version)
      : (before?.getSourceFile(name) ?? getSourceFile(name, version))
  const program = ts.createProgram(['client.ts'], OPTIONS, host)
  before = program
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

it.each(['edge', 'local'] as const)(
  'a client of the %s API compiles against generated types',
  async (api) => {
    const service = await openService()
    const document = await (await get(service[api], '/openapi.json')).text()
    await service.stop()
    const types = astToString(await openapiTypescript(document))
    expect(problemsOf(`${types}\n${CLIENTS[api]}`)).toEqual([])
    expect(problemsOf(`${types}\n${CLIENTS[api].replace('query:', 'question:')}`)).not.toEqual([])
  },
)
