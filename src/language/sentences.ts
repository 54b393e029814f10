const BREAK = /[.!?]["'”’)\]*]{0,2}\s+|\n+/g
// Not behind the letter of an option or of a name, nor behind a short form: “it is B. Barking” is one sentence.
const RUNS_ON = /(?:^|[\s(*.])(?:[A-Za-p]|approx|vs|[Dd]r|[Mm]rs?|[Ss]t|[Nn]o|[Ff]ig|[Ee]q)$/
const LONGEST_SHORT_FORM = 8

/** The sentences of a text and, where a semicolon parts one, its parts. */
export function clausesOf(text: string): string[] {
  return sentencesOf(text).flatMap((sentence) => sentence.split(/(?<=;)\s+/))
}

/** The sentences of a text, in order; a line is a sentence of its own. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  let start = 0
  for (const { 0: end, index } of text.matchAll(BREAK)) {
    if (end.startsWith('.') && RUNS_ON.test(text.slice(Math.max(start, index - LONGEST_SHORT_FORM), index)))
      continue
    sentences.push(text.slice(start, index + end.length))
    start = index + end.length
  }
  sentences.push(text.slice(start))
  return sentences.map((sentence) => sentence.trim()).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
}
