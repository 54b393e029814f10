/** Somebody who holds a view, and how it is introduced. */
const VIEW =
  /\b(?:some|others|many|critics|proponents|opponents|sources|accounts|opinions?|views?|experts?|estimates|answers) (?:\w+ ){0,3}(?:say|said|claim|argue|believe|hold|held|think|thought|maintain|suggest|put|give|gave|differ|diverge|disagree|var(?:y|ies))(?:e?d|s)?\b/i
/** Words with which a sentence says that something is in dispute or wrong. */
const DOUBT =
  /\b(?:contrary to|disputed?|disagree(?:ment|s)?|debated?|contested|controversial|divided|no consensus|open question|unclear|uncertain|unsettled|unproven|whether|claims? that|alleged(?:ly)?|supposed(?:ly)?|said to|myths?|misconceptions?|mistaken(?:ly)?|erroneous(?:ly)?|wrong(?:ly)?|incorrect(?:ly)?|inaccurate|false(?:ly)?|untrue|refuted?|rejected)\b/i

/** Whether a sentence reports or denies what it mentions instead of asserting it: “some say that …”, “contrary to …”. */
export function isReported(sentence: string): boolean {
  return VIEW.test(sentence) || DOUBT.test(sentence)
}
