import { SEATS } from '../provider/script.ts'
import type { Random } from '../support/random.ts'
import { type HostileKind, posts } from './hostile-request.ts'

const PATH = '/v1/chat/completions'
const USER = '{"role": "user", "content": "What is case-7?"}'

const deep = (open: string, close: string, levels: number) =>
  `${open.repeat(levels)}{}${close.repeat(levels)}`

const tool = (name: string, parameters: string) =>
  `{"type": "function", "function": {"name": ${JSON.stringify(name)}, "parameters": ${parameters}}}`

/** Schemas that take long to read or to apply, or make no sense; all are accepted. */
const HEAVY_SCHEMAS = [
  '{"properties": {"word": {"pattern": "^(a+)+$"}}, "patternProperties": {"^(a|a)*$": {}}}',
  '{"allOf": [{"$ref": "#"}, {"$ref": "#"}], "anyOf": [{"$ref": "#"}, {"$ref": "#"}]}',
  '{"$ref": "https://evil.example/schema"}',
  '{"type": "poem", "required": 5, "__proto__": {"polluted": 1}}',
  '{"properties": {"list": {"uniqueItems": true, "default": []}}}',
  deep('{"properties": {"a": ', '}}', 45),
  `{"enum": [${'{"a": 1},'.repeat(10_000)}1]}`,
]

/** Tools, calls and results that no conversation may have. */
const WRONG_TOOLS = (random: Random): string => {
  const levels = random.pick([101, 10_000, 90_000])
  const call = (id: string) => `{"id": "${id}", "function": {"name": "a", "arguments": "{}"}}`
  return random.pick([
    `"tools": [${tool('a', deep('{"not": ', '}', levels))}]`,
    `"tools": [${tool('a', `{"description": "${'x'.repeat(300_000)}"}`)}]`,
    `"tools": [${Array.from({ length: 129 }, (_, place) => tool(`t${place}`, '{}')).join()}]`,
    `"tools": [${tool(random.pick(['', 'a b', '\u0000', '../x', 'x'.repeat(99)]), '{}')}]`,
    `"tools": [${tool('a', '{}')}], "tool_choice": ${random.pick(['5', '{}', '{"type": "x"}', '[[]]'])}`,
    `"messages": [${USER}, {"role": "tool", "tool_call_id": "a", "content": "1"}]`,
    `"messages": [${USER}, {"role": "assistant", "tool_calls": [${call('a')}, ${call('a')}]}]`,
    `"messages": [${USER}, {"role": "user", "content": "x", "tool_calls": [${call('__proto__')}]}]`,
  ])
}

const ADDRESSES = [
  ...['', 'cat.png', 'javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,<script>'],
  ...['data:image/png,x', `data:${'a'.repeat(500_000)}`, `data:image/png;${';'.repeat(300_000)}`, 'https://'],
]

/** Tools, images and files that are refused. */
export const TOOL_KINDS: Record<string, HostileKind> = {
  'wrong tools': (random, aim) =>
    posts(PATH, aim, `{"model": "stretto/auto", "messages": [${USER}], ${WRONG_TOOLS(random)}}`),
  'wrong images': (random, aim) => {
    const url = JSON.stringify(random.pick(ADDRESSES))
    const part = random.pick([
      `{"type": "image_url", "image_url": {"url": ${url}}}`,
      `{"type": "file", "file": {"file_data": ${url}}}`,
      `{"type": "image_url", "image_url": ${deep('[', ']', random.pick([10, 90_000]))}}`,
      '{"type": "input_audio", "input_audio": {}}',
    ])
    const messages = `"messages": [{"role": "user", "content": [${`${part},`.repeat(random.below(3))}${part}]}]`
    return aim.api === 'edge'
      ? posts(PATH, aim, `{"model": "stretto/auto", ${messages}}`)
      : posts('/consensus', aim, `{"query": "x", "models": [], ${messages}}`)
  },
}

/** Steps that are taken: with heavy schemas, huge histories, and models that call whatever they are offered. */
export const TOOL_RUN_KINDS: Record<string, HostileKind> = {
  'a step with hostile tools': (random, aim) => {
    const count = random.pick([1, 1, 128])
    const schema = count === 1 ? random.pick(HEAVY_SCHEMAS) : HEAVY_SCHEMAS[0]!
    const tools = Array.from({ length: count }, (_, place) => tool(`t${place}`, schema))
    const input = random.pick(['{}', '{"a":', deep('{"a": ', '}', 20_000), `"${'x'.repeat(500_000)}"`])
    const called = `{"role": "assistant", "tool_calls": [{"id": "a", "function": {"name": "t0", "arguments": ${JSON.stringify(input)}}}]}`
    const result = `{"role": "tool", "tool_call_id": "a", "content": ${JSON.stringify(deep('{"a": ', '}', 9_000))}}`
    const messages = random.pick([USER, `${USER}, ${called}, ${result}`])
    const panel = JSON.stringify([SEATS.caller, random.pick([SEATS.caller, SEATS.steady])])
    return posts(
      PATH,
      aim,
      `{"model": "stretto/auto", "messages": [${messages}], "tools": [${tools.join()}], "stream": ${random.below(2) === 0}, "stretto": {"models": ${panel}, "max_iterations": 2}}`,
    )
  },
}
