import { Parser } from 'htmlparser2'
import { cleanLine, cleanLines } from './clean-text.ts'
import { type Block, chooseMainText } from './main-text.ts'
import type { StatedDates } from './page-date.ts'

export interface ReadPage {
  title: string
  dates: StatedDates
  /** Its main text, in paragraphs. */
  text: string
}

/**
 * Bounds on what is read of a page; it is cut where one is reached. The parser needs quadratic time for deep nesting; no
 * page that people read comes near any of them.
 */
const DEEPEST = 400
const MOST_PIECES = 200_000
const LONGEST_BLOCK = 300_000

/** What an element means for the text in it. */
const ROLES = [
  ...(['hidden', 'aside', 'main', 'link', 'preformatted', 'heading', 'title', 'json-ld', 'none'] as const),
]
type Role = (typeof ROLES)[number]

/** Elements whose text nobody reads on the page. */
const NOT_SHOWN = new Set(
  'audio canvas datalist iframe noembed noframes noscript object script select style svg template textarea video'.split(
    ' ',
  ),
)
const ASIDE = new Set(['aside', 'button', 'dialog', 'footer', 'menu', 'nav'])
const ASIDE_ROLES = new Set(['banner', 'complementary', 'contentinfo', 'navigation', 'search'])
const BLOCKS = new Set(
  'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol p pre section summary table tbody tfoot thead title tr ul'.split(
    ' ',
  ),
)
const CELLS = new Set(['td', 'th'])
/** What belongs to the paragraph before it. */
const ITEMS = new Set(['dd', 'li', 'tr'])
const DATE_KEYS = ['article:published_time', 'article:modified_time']

type Attributes = Record<string, string>

/** Reads a page of HTML once, from its beginning to its end, without running or fetching anything that it names. */
export function readPage(html: string): ReadPage {
  const dates: StatedDates = { jsonLd: [], meta: [], time: [] }
  const blocks: Block[] = []
  const titles: string[] = []
  let socialTitle = ''
  const open: Role[] = []
  const inside = Object.fromEntries(ROLES.map((role) => [role, 0])) as Record<Role, number>
  let raw = ''
  let shown = 0
  let linked = 0
  let isItem = false
  let pieces = 0

  function endBlock(): void {
    const clean = inside.preformatted > 0 ? cleanLines : cleanLine
    const text = clean(raw.slice(0, LONGEST_BLOCK))
    if (text !== '')
      blocks.push({
        text,
        linkedShare: linked / shown,
        isItem,
        isHeading: inside.heading > 0,
        isMain: inside.main > 0,
        isAside: inside.aside > 0,
      })
    raw = ''
    shown = 0
    linked = 0
    isItem = false
  }

  function countPiece(): void {
    if (++pieces > MOST_PIECES || open.length > DEEPEST) parser.pause()
  }

  const parser = new Parser({
    onattribute: countPiece,

    onopentag(name, attributes) {
      if (BLOCKS.has(name)) endBlock()
      if (CELLS.has(name) && shown > 0) raw += ' | '
      if (name === 'br') raw += '\n'
      isItem ||= ITEMS.has(name)
      readFacts(name, attributes)
      const role = roleOf(name, attributes, inside.main > 0)
      if (role === 'json-ld') dates.jsonLd.push('')
      if (role === 'title') titles.push('')
      open.push(role)
      inside[role]++
      countPiece()
    },

    ontext(text) {
      countPiece()
      if (inside['json-ld'] > 0) dates.jsonLd.push(`${dates.jsonLd.pop()}${text}`)
      else if (inside.title > 0) titles.push(`${titles.pop()}${text}`)
      else if (inside.hidden === 0) {
        raw += text
        const { length } = text.trim()
        shown += length
        if (inside.link > 0) linked += length
      }
    },

    onclosetag(name) {
      if (BLOCKS.has(name)) endBlock()
      inside[open.pop()!]--
    },
  })

  function readFacts(name: string, { property, name: key, content = '', datetime }: Attributes): void {
    if (name === 'meta') {
      if (DATE_KEYS.includes(property ?? key ?? '')) dates.meta.push(content)
      if (property === 'og:title') socialTitle ||= content
    }
    if (name === 'time' && datetime !== undefined && dates.time.length === 0) dates.time.push(datetime)
  }

  parser.end(html)
  endBlock()
  return { title: cleanLine(socialTitle || (titles[0] ?? '')), dates, text: chooseMainText(blocks) }
}

function roleOf(name: string, attributes: Attributes, isInMain: boolean): Role {
  const { role = '', type } = attributes
  if (name === 'script' && type === 'application/ld+json') return 'json-ld'
  if (NOT_SHOWN.has(name) || isHidden(name, attributes)) return 'hidden'
  if (name === 'title') return 'title'
  // The head of an article has its title and its day.
  if (ASIDE.has(name) || ASIDE_ROLES.has(role) || (name === 'header' && !isInMain)) return 'aside'
  if (name === 'main' || name === 'article' || role === 'main') return 'main'
  if (name === 'a') return 'link'
  if (name === 'pre') return 'preformatted'
  return /^h[1-6]$/.test(name) ? 'heading' : 'none'
}

/** Whole pages are hidden until their scripts have run; that is no reason to read nothing. */
function isHidden(name: string, attributes: Attributes): boolean {
  if (name === 'html' || name === 'body') return false
  const style = (attributes.style ?? '').toLowerCase().replace(/\s+/g, '')
  return (
    attributes.hidden !== undefined ||
    attributes['aria-hidden'] === 'true' ||
    style.includes('display:none') ||
    style.includes('visibility:hidden')
  )
}
