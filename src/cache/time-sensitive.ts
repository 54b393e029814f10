/** Words that tie a question to the moment it is asked. */
const MOMENT = [
  'now|today|tonight|yesterday|tomorrow|nowadays|these days|so far|as of|at the moment|at present|up to date',
  'current|currently|presently|latest|newest|most recent|most recently|recent|recently|lately|ongoing|upcoming',
  'this (?:morning|afternoon|evening|weekend|week|month|quarter|season|year)',
  "what (?:time|day|date) is it|what(?: is|['’]s) the (?:time|date)",
  '(?:last|next) (?:night|weekend|week|month|quarter|season|year|game|match|race|round|election|episode|release)',
].join('|')

/** Things that move by their nature. */
const MOVING = [
  'weather|forecast|temperature outside|news|headlines|traffic|live (?:scores?|stream|results?|updates?)',
  'price of|prices of|price for|how much does .{1,40} cost|stock price|share price|market cap|exchange rate|interest rate',
  'score|scores|standings|leaderboard|box office|in stock|open now|who is winning|who is leading',
].join('|')

/** Offices that pass from one to another; asked for in the present, their holder may change any day. */
const OFFICE =
  'president|vice president|prime minister|chancellor|minister|secretary|governor|mayor|senator|king|queen|pope|chair|chairman|chairwoman|chairperson|ceo|cfo|cto|coach|manager|captain|champion|champions|head|leader|owner|record holder'

const TIME_SENSITIVE = new RegExp(
  `\\b(?:${MOMENT}|${MOVING})\\b|\\bwho(?: is|['’]s| are) (?:the |our |your )?(?:[\\p{L}'’.-]+ ){0,3}?(?:${OFFICE})\\b`,
  'iu',
)

/**
 * Whether the answer to a question may be another an hour from now. Generous on purpose: to ask once too often costs
 * money, to answer with yesterday's news is wrong.
 */
export function isTimeSensitive(query: string): boolean {
  return TIME_SENSITIVE.test(query.replace(/\s+/g, ' '))
}
