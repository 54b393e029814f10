import type { Sandbox } from '../../src/adapters/sandbox/sandbox.ts'
import { asText } from '../../src/engine/measure/behaviour.ts'
import type { Trial } from '../../src/engine/panel/code-port.ts'
import { codeOf, programWith } from '../../src/engine/reading/program-of.ts'
import { passes } from '../../src/utils/passes.ts'
import type { LiveQuestion } from './live-question.ts'

const how = { signal: new AbortController().signal, turn: 0 }

/** The inputs of hidden tests on which a text does not do what was asked. */
export async function failedTests(
  text: string,
  { tests }: LiveQuestion,
  { run }: Sandbox,
): Promise<string[]> {
  const { language, called, inputs } = tests!
  const written = codeOf(text)
  if (written === null) return ['no program']
  const trialOf = (input: string): Trial => {
    if (language === 'sql') return { kind: 'query', setup: input }
    return called === '' ? { kind: 'stdin', input } : { kind: 'call', expression: input }
  }
  const trials = inputs.map(({ input }) => trialOf(input))
  const values = inputs.map(({ expected }) => trialOf(expected))
  const [ran] = await run(language, [programWith(written.code, language, called)], trials, how)
  if (ran!.problem !== null) return [ran!.problem]
  const [expected] = called === '' ? [null] : await run(language, [''], values, how)
  return inputs.flatMap((one, place) => {
    const wanted = expected === null ? plain(one.expected) : asText(expected!.outcomes[place]!)
    return passes(asText(ran!.outcomes[place]!), wanted) ? [] : one.input
  })
}

/** What is printed, or rows as JSON. */
function plain(expected: string): string {
  const value = expected.startsWith('[') ? JSON.stringify(JSON.parse(expected)) : expected
  return asText({ kind: 'value', value })
}
