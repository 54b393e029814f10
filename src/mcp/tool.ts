import type { CallToolResult, InputRequiredResult, ToolAnnotations } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { EdgeClient } from '../client/index.ts'
import type { Consent } from './confirm-cost.ts'
import type { Runs } from './runs.ts'

/** What the tools need of a client of the edge API. */
export type PanelEdge = Pick<EdgeClient, 'stream' | 'dryRun' | 'searchAxioms' | 'result' | 'check'>

/** Who calls a tool, and what the call has at hand. */
export interface ToolCall extends Consent {
  edge: PanelEdge
  runs: Runs
  /** Whose runs the caller may see. */
  owner: string
  /** Aborts when the caller gives the call up. */
  signal: AbortSignal
  /** Tells the caller what happens. */
  tell: (message: string) => void
  /** Resolves after so many milliseconds; rejects when the signal aborts. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Failures that nobody foresaw. */
  report: (error: unknown) => void
}

/** What a call of a tool returns. */
export type ToolResult = CallToolResult | InputRequiredResult

/** A tool, for clients and for those who call it. */
export interface Tool {
  name: string
  title: string
  description: string
  input: z.ZodType
  output: z.ZodType
  annotations: ToolAnnotations
  call(input: unknown, call: ToolCall): Promise<ToolResult>
}

/** A tool whose call has the type of its input. */
export function defineTool<Input extends z.ZodType>(
  tool: Omit<Tool, 'input' | 'call'> & {
    input: Input
    call(input: z.output<Input>, call: ToolCall): Promise<ToolResult>
  },
): Tool {
  return { ...tool, call: (input, call) => tool.call(input as z.output<Input>, call) }
}
