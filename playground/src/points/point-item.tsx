import type { Claim } from '../../../src/contract/claims.ts'
import { WithMaths } from '../markdown/maths.tsx'
import { inWords } from '../page/figures.ts'
import { voiceLabel } from '../run/voice-label.ts'
import { withoutMarks } from './statuses.ts'

interface PointItemProps {
  claim: Claim
  /** The names of all models, in their order. */
  models: string[]
}

/** One point: what it says, who holds it and who does not, in which words, and why it is in question. */
export function PointItem({ claim, models }: PointItemProps) {
  const { text, status, reason, gap, axioms, conditional = [], unsure } = claim
  return (
    <li class="point">
      <p class="point-text" dir="auto">
        {status === 'struck' ? (
          <s>
            <WithMaths text={text} />
          </s>
        ) : (
          <WithMaths text={text} />
        )}
      </p>
      {gap && <p class="hint">No model’s text says this; a model named it as missing.</p>}
      <Squares claim={claim} models={models} />
      <Side claim={claim} names={claim.for} said={['says', 'say', 'that it is true']} stance="says" />
      <Side claim={claim} names={claim.against} said={['says', 'say', 'that it is false']} stance="denies" />
      <Side claim={claim} names={conditional} said={['says', 'say', 'that it depends']} />
      {status !== 'agreed' && <Side claim={claim} names={unsure} said={['is', 'are', 'unsure or silent']} />}
      {reason !== undefined && (
        <p class="reason" dir="auto">
          {status === 'conditional' ? 'What it depends on' : 'The objection'}: {reason}
        </p>
      )}
      {axioms.length > 0 && <p class="hint">Checked statements that models name: {axioms.join(', ')}</p>}
    </li>
  )
}

interface SideProps {
  claim: Claim
  names: string[]
  /** The verb for one and for many, and the rest of the sentence. */
  said: [one: string, many: string, rest: string]
  /** Whose quotations belong to it. */
  stance?: 'says' | 'denies'
}

/** The models that say the same of a point, with the words of their texts. */
function Side({ claim: { quotes = [] }, names, said: [one, many, rest], stance }: SideProps) {
  if (names.length === 0) return null
  const own = quotes.filter((quote) => quote.stance === stance && names.includes(quote.name))
  const title = (name: string) => voiceLabel(name).title
  return (
    <div class={`side ${stance ?? ''}`}>
      <p>
        <strong>{inWords(names.map(title))}</strong> {names.length === 1 ? one : many} {rest}.
      </p>
      {own.map(({ name, quote }) => (
        <p key={name} class="quoted">
          {names.length > 1 && `${title(name)}: `}
          <q dir="auto">{withoutMarks(quote)}</q>
        </p>
      ))}
    </div>
  )
}

/** A square for every model: filled for, crossed against, half filled where it depends. */
function Squares({ claim, models }: PointItemProps) {
  const { for: affirming, against, conditional = [] } = claim
  const stanceOf = (name: string) => {
    if (affirming.includes(name)) return 'for'
    if (against.includes(name)) return 'against'
    return conditional.includes(name) ? 'depends' : 'unsure'
  }
  return (
    <p class="squares" aria-hidden="true">
      {models.map((name) => (
        <i key={name} class={stanceOf(name)} title={`${voiceLabel(name).title}: ${stanceOf(name)}`} />
      ))}
    </p>
  )
}
