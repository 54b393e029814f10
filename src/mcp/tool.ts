import type { CallToolResult, InputRequiredResult, ToolAnnotations } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { EdgeClient } from '../client/index.ts'
import type { ToolRuns, Wait } from './runs.ts'
import type { FailureContext } from './tool-failure.ts'

/** What the tools need of the edge API. A client of it has that, and so has the service that `/mcp` stands in. */
export type PanelEdge = Pick<EdgeClient, 'stream' | 'dryRun' | 'searchAxioms' | 'result' | 'check'>

export interface PanelTools extends FailureContext {
  edge: PanelEdge
  runs: ToolRuns
  owner: string
  /** Above this cost the user is asked; undefined for never. */
  confirmAbove: number | undefined
  wait?: Wait
}

export interface CallContext extends PanelTools {
  canAsk: boolean
  answers: Record<string, unknown> | undefined
  signal: AbortSignal
  tell: (message: string) => void
  wait: Wait
}

export type ToolResult = CallToolResult | InputRequiredResult

/** A tool, for clients and for those who call it. */
export interface Tool {
  name: string
  title: string
  description: string
  input: z.ZodType
  output: z.ZodType
  annotations: ToolAnnotations
  call(input: unknown, call: CallContext): Promise<ToolResult>
}

/** A tool whose call has the type of its input. */
export function defineTool<Input extends z.ZodType>(
  tool: Omit<Tool, 'input' | 'call'> & {
    input: Input
    call(input: z.output<Input>, call: CallContext): Promise<ToolResult>
  },
): Tool {
  return { ...tool, call: (input, call) => tool.call(input as z.output<Input>, call) }
}
