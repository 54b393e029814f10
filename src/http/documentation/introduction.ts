import type { Keyring } from '../middleware/authenticate.ts'

const EDGE = {
  about: 'To watch a panel at work, open the [playground](/playground).',
  begin:
    'Send `{"query": "your question"}` to `POST /consensus-iterative`. Programs that speak the protocol of OpenAI use `/v1` instead, with the model `stretto/auto`. With `Accept: text/event-stream` you see the run as it happens; with `"dry_run": true` you learn what a question would cost at most.',
  limits: `Requests are limited per address and per key: \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` show where you stand, and \`GET /\` names the limits. Under \`/v1\` errors have the form of OpenAI.

`,
}

const LOCAL = {
  about:
    'This API runs questions as tasks: they are stored before they are accepted, survive a restart of the service, and keep everything that was said.',
  begin:
    'To wait for an answer, send a question and at least two models to `POST /consensus/sync`. For a task that you come back to, use `POST /consensus`, then poll `GET /consensus/{id}` every one or two seconds, or follow `GET /consensus/{id}/events`. With an `Idempotency-Key` a repeated request returns the same task.',
  limits: '',
}

/** The introduction to an API, as Markdown. */
export function introductionTo(api: 'edge' | 'local', { required }: Keyring): string {
  const { about, begin, limits } = api === 'edge' ? EDGE : LOCAL
  const keys = required
    ? 'This server requires an API key for the endpoints with a lock: send it as `x-api-key`, or as `Authorization: Bearer`.'
    : 'This server requires no API key.'
  return `## What it does

You ask one question. Stretto asks several language models, lets a model read which of their answers are the same, measures how far they diverge (\`D\`, from 0 to 1), lets them judge each other’s answers in light of checked statements (axioms), and stops when they agree, or reports that they do not. The response has one text, a confidence, the dissent and the cost.

${about}

## Where to begin

${begin}

## Reading a response

\`final_answer\` is the text to show; for a question with a short answer, \`answer\` has that alone. \`outcome\` says whether the models agree (\`consensus\`), most of them do (\`majority\`) or neither (\`split\`). \`confidence\` says how far to trust the answer, \`confidence_kind\` what that figure is – for a short answer or a program that was run the probability that it is right –, and \`confidence_basis\` what it rests on. \`alternatives\` are other answers that all models call right. \`dissent\` names the models that hold something else. \`warnings\` are sentences worth showing; \`usage\` is what the run cost.

If \`router\` is \`offline\`, no language model was asked: a few small built-in voices stand in for them, which know some facts and arithmetic and disagree on purpose.

## Keys

${keys} With \`x-router-key\` a call uses your own account at the routing provider; that key is neither logged nor stored.

## Limits and errors

${limits}Every error is JSON with \`status\`, \`error\` (a stable code), \`message\` (what happened and what to do next), \`request_id\`, and \`details\` where a field is wrong. After 429 and 503, wait for the seconds in \`Retry-After\`.

## The examples

Every endpoint below has an example to read, and a form to send it. The examples were sent to this service, on its offline voices, and the responses are whole unless they say otherwise. Ids and times are replaced by fixed ones, and numbers rounded to four digits.`
}
