import type { EdgeClient } from '../../../src/client/index.ts'
import type { OfferedPanel } from '../ask/panel-choice.ts'
import type { Models } from '../ask/use-models.ts'
import { count, percent } from '../page/figures.ts'
import { voiceLabel } from '../run/voice-label.ts'
import { droppableInWords, type Reliability, reliabilityInWords } from './in-words.ts'
import { ReliabilityTable } from './reliability-table.tsx'

type Stage = NonNullable<Awaited<ReturnType<EdgeClient['panels']>>['panels'][number]['stage']>

interface PanelSectionProps {
  panel: OfferedPanel
  listed: Models['models']
  /** Null while it is being fetched; a text where it could not be. */
  figures: Reliability | string | null
  stage: Stage | null
}

/** A panel: its models, how often they are right, and what follows from that. */
export function PanelSection({ panel, listed, figures, stage }: PanelSectionProps) {
  const id = `panel-${panel.name || 'default'}`
  const dropped = typeof figures === 'object' && figures?.known ? droppableInWords(figures) : null
  return (
    <section class="panel-figures" aria-labelledby={id}>
      <h2 id={id}>{panel.name === '' ? 'Default panel' : `Panel “${panel.name}”`}</h2>
      <ul class="member-list">
        {panel.models.map((model, place) => (
          <Member
            key={`${model} ${place}`}
            model={model}
            listed={listed}
            isFirst={panel.first.includes(model)}
          />
        ))}
      </ul>
      {figures === null ? (
        <p class="waiting">Fetching the figures …</p>
      ) : typeof figures === 'string' ? (
        <p class="caution">{figures}</p>
      ) : (
        <>
          <p>{reliabilityInWords(figures)}</p>
          {!figures.known && figures.runs > 0 && (
            <progress value={figures.runs} max={figures.needed} aria-label="Questions that were counted" />
          )}
          {figures.known && <ReliabilityTable members={figures.members} />}
          {dropped !== null && <p>{dropped}</p>}
        </>
      )}
      {stage !== null && stage.runs > 0 && <p>{stageInWords(stage)}</p>}
    </section>
  )
}

function Member({ model, listed, isFirst }: { model: string; listed: Models['models']; isFirst: boolean }) {
  const { title, origin } = voiceLabel(model)
  const pricing = listed.find(({ id }) => id === model)?.pricing ?? null
  return (
    <li>
      <b>
        <bdi title={model}>{title}</bdi>
      </b>
      <span class="hint">{[origin, isFirst ? 'asked first' : ''].filter(Boolean).join(' · ')}</span>
      {pricing !== null && (
        <span class="hint">
          ${pricing.prompt_usd_per_million} in, ${pricing.completion_usd_per_million} out per million tokens
        </span>
      )}
    </li>
  )
}

function stageInWords({ runs, accepted, audited, agreed, enough }: Stage): string {
  const compared =
    audited === 0
      ? 'None of these answers was compared with all models yet.'
      : `Of ${count(audited, 'such answer')} that were compared with all models, ${agreed} agreed.`
  return `Of ${count(runs, 'question')}, the models that are asked first settled ${accepted} alone. ${compared} They need a confidence of ${percent(enough)} for that.`
}
