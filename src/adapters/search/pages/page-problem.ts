/** Why a page was not opened, as a sentence for whoever asked. */
export class PageProblem extends Error {
  override name = 'PageProblem'
}
