import { foldText, STOP_WORDS } from './words.ts'

const words = (list: string) => new Set(list.split(/\s+/))

/** Function words, which are frequent in every text of a language; folded: lower case, without accents. */
const FUNCTION_WORDS = [
  STOP_WORDS,
  // German
  words(
    `der die das den dem des ein eine einen einem einer eines und oder aber ist sind war waren wird werden wurde hat haben
    hatte kann darf soll muss es er sie wir ich du ihr sich von vom zu zum zur im in am an auf aus bei mit nach seit
    fur gegen uber unter um als wie wenn weil dass auch nur noch sehr schon so da was wer wo wann warum welche ja doch`,
  ),
  // French
  words(
    `le la les un une des du de d l et ou mais est sont etait etaient a ont avait peut doit il elle on nous vous ils elles
    je tu se ce cette ces cet qui que quoi ou dans sur sous par pour avec entre vers chez en au aux plus tres aussi comme
    si c s y son sa ses leur oui`,
  ),
  // Spanish
  words(
    `el la los las un una unos unas de del y o pero es son era eran fue esta estan hay ha han puede debe se lo le les que
    quien cual en con por para entre sobre desde hasta al mas muy tambien como si su sus este esta esto yo`,
  ),
  // Portuguese
  words(
    `o a os as um uma uns umas de do da dos das e ou mas sao era eram foi esta estao ha tem pode deve se que quem qual em
    no na nos nas com por para entre sobre desde ate ao aos mais muito tambem como seu sua este esta isto eu sim`,
  ),
  // Italian
  words(
    `il lo la i gli le un uno una di del della dei delle dello e o ma sono era erano ha hanno puo deve si che chi quale in
    nel nella con per tra fra su sul sulla da dal dalla al alla ai piu molto anche come se suo sua questo questa`,
  ),
  // Dutch
  words(
    `de het een en of maar is zijn was waren wordt worden werd heeft hebben had kan mag moet er hij zij ze wij we ik je u
    van naar voor met door over onder tussen bij uit op aan in om als dan dat die deze dit wat wie waar wanneer welke ook
    nog zeer heel wel ja`,
  ),
]
/** Longer texts are read only up to here. */
const MAXIMUM_LENGTH = 1_000
/** A single function word may be part of a name: “Ludwig van Beethoven”. */
const FEWEST = 2

/** The function words of the language that a text is in; none if it is too short to tell, or in another language. */
export function functionWordsFor(text: string): Set<string> {
  const read = foldText(text.slice(0, MAXIMUM_LENGTH)).match(/\p{L}{2,}/gu) ?? []
  let [best, most] = [new Set<string>(), FEWEST - 1]
  for (const list of FUNCTION_WORDS) {
    const count = read.filter((word) => list.has(word)).length
    if (count > most) [best, most] = [list, count]
  }
  return best
}
