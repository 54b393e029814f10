import { useMemo } from 'preact/hooks'
import type { Citation, Claim } from '../../../src/contract/claims.ts'
import { goToClaim } from '../claims/claim-place.ts'
import { Formatted, readMarkdown } from '../markdown/markdown.tsx'

interface CitedTextProps {
  text: string
  citations: Citation[]
  claims: Claim[]
  /** Where the result is found again. */
  address: string
}

/** The final text, with the numbers of the claims after each passage that rests on some. */
export function CitedText({ text, citations, claims, address }: CitedTextProps) {
  const read = useMemo(
    () =>
      readMarkdown(
        text,
        citations.map(({ end }) => end),
      ),
    [text, citations],
  )
  const numbersOf = (citation: Citation | undefined) => (
    <ClaimNumbers places={citation?.claims ?? []} claims={claims} address={address} />
  )
  const others = citations.filter((_, place) => !read?.placed.includes(place))
  return (
    <>
      <Formatted
        text={text}
        tokens={read?.tokens ?? null}
        showMark={(mark) => <sup key={mark}>{numbersOf(citations[mark])}</sup>}
      />
      {others.length > 0 && (
        <details class="rests">
          <summary>
            {others.length === citations.length ? 'What the text rests on' : 'What else the text rests on'}
          </summary>
          <ul>
            {others.map((citation) => (
              <li key={citation.start}>
                <q dir="auto">{citation.text}</q> {numbersOf(citation)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** Links to claims, which lead to them on this page; their texts appear when one points at them. */
function ClaimNumbers({ places, claims, address }: { places: number[]; claims: Claim[]; address: string }) {
  return (
    <span class="citation">
      {places.flatMap((place) => {
        const claim = claims[place]
        const number = place + 1
        if (claim === undefined) return []
        return [
          <a
            key={place}
            href={address}
            class={claim.status}
            aria-label={`Claim ${number}, ${claim.status}`}
            title={claim.text}
            onClick={(event) => {
              event.preventDefault()
              goToClaim(number)
            }}
          >
            {number}
          </a>,
        ]
      })}
    </span>
  )
}
