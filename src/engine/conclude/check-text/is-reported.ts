/** Words with which a sentence says that something is a view, in dispute, or wrong, instead of saying it. */
const REPORTING =
  /\b(?:some|others|many|critics|proponents|opponents|one view|another view|sources|accounts|opinions?|views?|experts?|estimates|answers) (?:\w+ ){0,3}(?:says?|claims?|argues?|believes?|holds?|thinks?|maintains?|suggests?|puts?|gives?|differs?|diverges?|disagrees?|varies|vary)\b|\b(?:contrary to|disputed?|disagree(?:ment|s)?|debated?|contested|controversial|divided|no consensus|open question|unclear|uncertain|unsettled|unproven|whether|claims? that|claimed|alleged(?:ly)?|supposed(?:ly)?|said to|myths?|misconceptions?|misunderst\w+|mistaken(?:ly)?|erroneous(?:ly)?|wrong(?:ly)?|incorrect(?:ly)?|inaccurate|false(?:ly)?|untrue|refuted?|rejected|outdated|instead of|rather than)\b/i

/** Whether a sentence reports or denies what it mentions instead of asserting it: “some say that …”, “contrary to …”. */
export function isReported(sentence: string): boolean {
  return REPORTING.test(sentence)
}
