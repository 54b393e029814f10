import type { OfferedPanel } from '../ask/panel-choice.ts'
import type { Models } from '../ask/use-models.ts'
import { voiceLabel } from '../run/voice-label.ts'
import type { Reliability } from './in-words.ts'
import { ReliabilityFigures } from './reliability-table.tsx'

interface PanelSectionProps {
  panel: OfferedPanel
  listed: Models['models']
  /** Null while it is being fetched; a text where it could not be. */
  figures: Reliability | string | null
}

/** A panel: its models, and how often they are right. */
export function PanelSection({ panel, listed, figures }: PanelSectionProps) {
  const id = `panel-${panel.name || 'default'}`
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
      <ReliabilityFigures figures={figures} />
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
