import { z } from 'zod'

/** What one member of a panel said at first, on its own. */
const MemberReply = z.object({
  /** The short answer, or the text where there is none; null if it gave none. */
  answer: z.string().nullable(),
  /** Null where nobody says what is right. */
  right: z.boolean().nullable(),
  costUsd: z.number().nullable(),
})
export type MemberReply = z.infer<typeof MemberReply>

/** A question that a panel has answered. */
export const AnsweredRow = z.object({
  id: z.string(),
  line: z.number(),
  question: z.string(),
  gold: z.string().nullable(),
  /** The id of the result, by which it can be judged; absent for recorded replies. */
  result: z.string().optional(),
  offersOptions: z.boolean(),
  members: z.record(z.string(), MemberReply),
  /** Who gave the same answer at first; whoever gave none is in no group. Empty where answers were not compared. */
  groups: z.array(z.array(z.string())),
  panel: z.object({
    answer: z.string(),
    right: z.boolean().nullable(),
    confidence: z.number().min(0).max(1),
    outcome: z.string(),
    /** How far the first answers diverged. */
    divergence: z.number(),
    costUsd: z.number().nullable(),
    latencyMs: z.number().nullable(),
  }),
  others: z.record(z.string(), z.unknown()),
})
export type AnsweredRow = z.infer<typeof AnsweredRow>
