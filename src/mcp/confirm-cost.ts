import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server'
import { dollars } from './in-markdown.ts'
import { ToolFailure } from './tool-failure.ts'

/** What is needed to ask for the consent of the user. */
export interface Consent {
  /** Above this cost the user is asked; undefined for never. */
  confirmAbove: number | undefined
  /** Whether the user can be asked. */
  canAsk: boolean
  /** What the client has answered so far. */
  answers: Record<string, unknown> | undefined
}

const KEY = 'cost'

/**
 * Asks the user before a call that may cost more than the operator set: null when it may be made. The most it can cost is
 * found out only if that matters; null for what is not known, which counts as too much.
 */
export async function confirmCost(
  { confirmAbove, canAsk, answers }: Consent,
  findMost: () => Promise<number | null>,
  confirmed: number | undefined,
): Promise<CallToolResult | InputRequiredResult | null> {
  if (confirmAbove === undefined) return null
  const answer = inputResponse(answers, KEY)
  if (answer.kind === 'elicit') return answer.action === 'accept' ? null : declined()
  const most = await findMost()
  if (most !== null && most <= confirmAbove) return null
  const what = most === null ? 'What this costs is not known' : `This may cost up to ${dollars(most)}`
  if (canAsk) {
    const message = `${what}, and calls above ${dollars(confirmAbove)} need your consent. Ask the models?`
    const question = inputRequired.elicit({ message, requestedSchema: { type: 'object', properties: {} } })
    return inputRequired({ inputRequests: { [KEY]: question } })
  }
  if (confirmed !== undefined && (most === null || most <= confirmed)) return null
  throw new ToolFailure(
    `${what}, and calls above ${dollars(confirmAbove)} need the consent of the user, whom this client cannot ask. Ask the user; then call again with confirm_cost_usd: ${most ?? 'the most it may cost'}, or with a lower max_cost_usd or fewer models. The operator can raise MCP_CONFIRM_USD.`,
  )
}

function declined(): CallToolResult {
  return {
    content: [{ type: 'text', text: 'The user did not agree to the cost. No model was asked.' }],
    structuredContent: { status: 'declined' },
  }
}
