/** A paragraph, heading, item or row of a page. */
export interface Block {
  text: string
  /** How much of its text is links, from 0 to 1. */
  linkedShare: number
  /** Whether it continues what stands before it, as items of lists and rows of tables do. */
  isItem: boolean
  isHeading: boolean
  /** Whether the page marks it as its main part. */
  isMain: boolean
  /** Whether it is navigation, a footer or the like. */
  isAside: boolean
}

/** More links than this are a menu. */
const MOST_LINKED = 0.7
/** A main part with less than this, in characters or as a share of the page, is only a part of it, such as a teaser. */
const LEAST = { characters: 200, share: 1 / 3 }

/**
 * The text of a page without its menus: what it marks as its main part, or else everything that is no navigation, or
 * else everything. Libraries that weigh a whole document keep the process busy for seconds over a long page; what is
 * left of menus costs little, because only passages that bear on a question are used.
 */
export function chooseMainText(blocks: Block[]): string {
  const own = blocks.filter(
    ({ isAside, isHeading, linkedShare }) => !isAside && (isHeading || linkedShare <= MOST_LINKED),
  )
  const main = own.filter(({ isMain }) => isMain)
  const enough = Math.max(LEAST.characters, lengthOf(own) * LEAST.share)
  if (lengthOf(main) >= enough) return textOf(main)
  return textOf(own.length > 0 ? own : blocks)
}

function lengthOf(blocks: Block[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0)
}

function textOf(blocks: Block[]): string {
  return blocks.map(({ text, isItem }, index) => `${separator(index, isItem)}${text}`).join('')
}

function separator(index: number, isItem: boolean): string {
  if (index === 0) return ''
  return isItem ? '\n' : '\n\n'
}
