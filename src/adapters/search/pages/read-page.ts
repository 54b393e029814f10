import { Parser } from 'htmlparser2'
import { cleanLine, cleanLines } from './clean-text.ts'
import { datesInJsonLd } from './page-date.ts'

interface PageContent {
  title: string
  /** Its dates as it states them, the best source first. */
  dates: string[][]
  /** Its main text, in paragraphs. */
  text: string
}

/** A paragraph, heading, item or row of a page. */
interface Block {
  text: string
  /** Whether it continues what stands before it, as items of lists and rows of tables do. */
  isItem: boolean
  /** Whether it is of the page itself, and no navigation, footer or menu. */
  isOwn: boolean
  /** Whether the page marks it as its main part. */
  isMain: boolean
}

/**
 * Bounds on what is read of a page; it is cut where one is reached. The parser needs quadratic time for deep nesting; no
 * page that people read comes near any of them.
 */
const DEEPEST = 150
const MOST_PIECES = 200_000
const LONGEST_BLOCK = 300_000
/** More links than this are a menu. */
const MOST_LINKED = 0.7
/** A main part with less than this, in characters or as a share of the page, is only a part of it, such as a teaser. */
const LEAST_MAIN = { characters: 200, share: 1 / 3 }

/** What elements mean for the text in them, each with how many are open. */
const NONE_OPEN = {
  ...{ hidden: 0, aside: 0, main: 0, link: 0, preformatted: 0, heading: 0, title: 0, jsonLd: 0, none: 0 },
}
type Role = keyof typeof NONE_OPEN

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
export function readPage(html: string): PageContent {
  const jsonLd: string[] = []
  const meta: string[] = []
  const times: string[] = []
  const blocks: Block[] = []
  let title = ''
  let socialTitle = ''
  const open: Role[] = []
  const inside = { ...NONE_OPEN }
  let raw = ''
  let shown = 0
  let linked = 0
  let isItem = false
  let pieces = 0

  function endBlock(): void {
    const clean = inside.preformatted > 0 ? cleanLines : cleanLine
    const text = clean(raw.slice(0, LONGEST_BLOCK))
    const isOwn = inside.aside === 0 && (inside.heading > 0 || linked / shown <= MOST_LINKED)
    if (inside.title > 0) title ||= text
    else if (text !== '') blocks.push({ text, isItem, isOwn, isMain: inside.main > 0 })
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
      const { property, name: key, content = '', datetime } = attributes
      if (BLOCKS.has(name)) endBlock()
      if (CELLS.has(name) && shown > 0) raw += ' | '
      if (name === 'br') raw += '\n'
      isItem ||= ITEMS.has(name)
      if (name === 'meta' && DATE_KEYS.includes(property ?? key ?? '')) meta.push(content)
      if (name === 'meta' && property === 'og:title') socialTitle ||= content
      if (name === 'time' && datetime !== undefined && times.length === 0) times.push(datetime)
      const role = roleOf(name, attributes, inside.main > 0)
      if (role === 'jsonLd') jsonLd.push('')
      open.push(role)
      inside[role]++
      countPiece()
    },

    ontext(text) {
      countPiece()
      if (inside.jsonLd > 0) jsonLd.push(`${jsonLd.pop()}${text}`)
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

  parser.end(html)
  endBlock()
  const dates = [jsonLd.flatMap(datesInJsonLd), meta, times]
  return { title: cleanLine(socialTitle) || title, dates, text: mainText(blocks) }
}

/**
 * The text of a page without its menus: what it marks as its main part, or else everything that is no navigation, or
 * else everything. Libraries that weigh a whole document keep the process busy for seconds over a long page; what is
 * left of menus costs little, because only passages that bear on a question are used.
 */
function mainText(blocks: Block[]): string {
  const own = blocks.filter(({ isOwn }) => isOwn)
  const main = own.filter(({ isMain }) => isMain)
  const enough = Math.max(LEAST_MAIN.characters, lengthOf(own) * LEAST_MAIN.share)
  const chosen = lengthOf(main) >= enough ? main : own.length > 0 ? own : blocks
  const texts = chosen.map(({ text, isItem }) => `${isItem ? '\n' : '\n\n'}${text}`)
  return texts.join('').replace(/^\n+/, '')
}

function lengthOf(blocks: Block[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0)
}

function roleOf(name: string, attributes: Attributes, isInMain: boolean): Role {
  const { role = '', type } = attributes
  if (name === 'script' && type === 'application/ld+json') return 'jsonLd'
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
