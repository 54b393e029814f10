import { z } from 'zod'
import { text, texts } from './described.ts'

/** Where the panel stands on a claim. */
export const ClaimStatus = z.enum(['agreed', 'disputed', 'struck', 'single', 'unexamined'])
export type ClaimStatus = z.infer<typeof ClaimStatus>

/** What a model says of a claim when it is asked. */
const ClaimOpinion = z.enum(['true', 'false', 'unsure'])
export type ClaimOpinion = z.infer<typeof ClaimOpinion>

/** The most points that one model may name as missing. */
export const MOST_MISSED = 2

export const Claim = z
  .object({
    text: z.string().meta({ description: 'The claim, in the words of a model that made it' }),
    status: ClaimStatus.meta({
      description:
        'agreed: said by two models or more in their own texts, and denied by none; disputed: at least one model says it is false, the text of a model that was not asked seems to say otherwise, an axiom contradicts it, or another claim excludes it and the panel has not decided between them; struck: called false by all who made or affirmed it after they saw the reasons against it, or by two thirds of at least three models; single: said by one model in its own text, and denied by none; others may have confirmed it when asked, and even that model may have become unsure; unexamined: said by one model, and the panel was not asked about it. What a text says of the claims of others is estimated by a small model and can be wrong',
    }),
    central: z.boolean().meta({
      description:
        'Whether two models made it, or one listed it among its first three; central claims weigh 3 in D',
    }),
    support: z.number().min(0).max(1).meta({
      description:
        'Probability that the claim is true, calibrated on how far the texts of the other models supported it before anybody was asked; two claims that exclude each other have at most 1 together. A model that calls it false may lower it; one that confirms it does not raise it',
    }),
    for: texts(
      'The models that made it or call it true; before a model is asked, also one whose text seems to say it',
    ),
    against: texts(
      'The models that call it false; before a model is asked, one whose text seems to say otherwise',
    ),
    unsure: texts(
      'The models that say nothing about it, cannot tell, or affirm another claim that excludes it as well',
    ),
    reason: z
      .string()
      .optional()
      .meta({ description: 'Why it is disputed or struck; absent for other claims' }),
    axioms: texts(
      'The ids of the axioms that seem to support or contradict it; those that contradict it are named in reason',
    ),
    documents: texts(
      'The titles of the documents of context that the models which made it cite for it, with their place, as in “Log (document 2)”, where several have the same title. It is what the models cited, not checked: a document may not say so. Absent when they cite none',
    ).optional(),
  })
  .meta({ id: 'Claim', description: 'One statement of the panel, and where the panel stands on it' })
export type Claim = z.infer<typeof Claim>

const AttributedClaim = z.object({ text: text('The claim'), names: texts('The models that hold it') })

export const ClaimAnalysis = z
  .object({
    consensus: z.array(z.string()).meta({
      description:
        'Agreed claims that every model says in its text or confirms when asked; at least two texts say so',
    }),
    contradictions: z
      .array(
        z.object({
          claims: z.array(AttributedClaim).meta({
            description:
              'The claim in question, and the claims that it excludes; alone where models call it false without a claim of their own',
          }),
          reason: text('What speaks against the first; absent when nobody said').optional(),
        }),
      )
      .meta({
        description:
          'Where models contradict each other, or an axiom contradicts them: disputed claims, and struck ones that a model still holds, with those they exclude. Who is against each is in claims',
      }),
    partial: z.array(AttributedClaim).meta({
      description:
        'What several models say or confirm, and nobody denies: not all of them, or only one of them in its own text',
    }),
    unique: z.array(AttributedClaim).meta({
      description:
        'What only one model said, nobody else confirmed, and nobody denies; without a name where even that model is no longer sure',
    }),
    gaps: z
      .array(AttributedClaim)
      .meta({ description: 'Important points that no text made, and the models that named them' }),
  })
  .meta({
    id: 'ClaimAnalysis',
    description:
      'The claims of the panel by what they mean to a reader; struck claims that nobody holds any more are in none of the lists. Several seats of one model count as one model',
  })
export type ClaimAnalysis = z.infer<typeof ClaimAnalysis>

export const ClaimRuling = z
  .object({
    claim: z.string().meta({ description: 'The claim, as it stands in claims' }),
    opinion: ClaimOpinion.meta({ description: 'What the model said of it' }),
    counted_opinion: ClaimOpinion.meta({
      description:
        'The opinion that was counted: its previous one when it changed its mind without naming what refuted it; unsure when it calls two claims true that exclude each other',
    }),
    reason: z.string().meta({
      description: 'Why, in its own words; empty when it gave no reason',
    }),
    refuted_by: z.string().nullable().meta({
      description:
        'The reason, the title of the document or the id of the axiom that changed its mind; null when none did',
    }),
  })
  .meta({ id: 'ClaimRuling', description: 'What one model said of one claim' })
export type ClaimRuling = z.infer<typeof ClaimRuling>
