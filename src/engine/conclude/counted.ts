const WORDS = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

/** A small number in words. */
export function counted(number: number): string {
  return WORDS[number] ?? String(number)
}
