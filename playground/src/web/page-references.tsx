import { webAddress } from '../markdown/safe-link.ts'
import type { PageReference } from './cited-pages.ts'

/** The numbers of the pages on which a sentence is found, as links to them. */
export function PageReferences({ references }: { references: PageReference[] }) {
  return (
    <>
      {references.map(({ number, page: { url, title }, denies, quote }) => (
        <a
          key={`${number} ${denies}`}
          class={denies ? 'page-reference denies' : 'page-reference'}
          href={webAddress(url)?.href}
          title={`${title}: “${quote}”`}
          target="_blank"
          rel="noopener noreferrer nofollow"
        >
          <span class="hidden">{denies ? 'Otherwise on web page' : 'On web page'} </span>
          {`[${denies ? '≠' : ''}${number}]`}
        </a>
      ))}
    </>
  )
}
