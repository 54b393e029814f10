import { describe, expect, it } from 'vitest'
import { expectGrowth, filled } from '../../test/support/growth.ts'
import { normaliseQuery } from './normalise-query.ts'

describe('normalising a query', () => {
  it.each([
    ['What is light?', 'what is light'],
    ['  what   is\n\tlight ? ', 'what is light'],
    ['WHAT IS LIGHT', 'what is light'],
    ['What Is The Light Of The Sun?!', 'what is the light of the sun'],
    ['What is light...', 'what is light'],
    ['What is 2 + 2?', 'what is 2 + 2'],
    ['What Is A Prime Number, And May I Ask Why?', 'what is a prime number, and may i ask why'],
    ['Cafe\u0301 prices', 'café prices'],
    ['Why Does My iPhone Get Warm?', 'why does my iPhone get warm'],
    ['What Does `GetUser` Return In Rust?', 'what does `GetUser` return in rust'],
    ['Who Said "Eureka" First?', 'who said "Eureka" first'],
    ["Isn't It The Dogs' Owner's Car?", "isn't it the dogs' owner's car"],
    ['WHAT IS MAX_VALUE IN JAVA', 'what is MAX_VALUE in java'],
  ])('gives %j the shape %j', (query, shape) => {
    expect(normaliseQuery(query)).toBe(shape)
  })

  it.each([
    ['What is 10³?', 'What is 103?'],
    ['What is 5!', 'What is 5?'],
    ['How much is 5 mW?', 'How much is 5 MW?'],
    ['Is the US large?', 'Is the us large?'],
    ['What is 1.5?', 'What is 15?'],
    ['What is 3 - 1?', 'What is 3 + 1?'],
    ['What is C++?', 'What is C#?'],
    ['What is n!', 'What is n?'],
    ['What is (3+2)!?', 'What is (3+2)?'],
    ['What is f(3)!', 'What is f(3)'],
    ['What matches [0-9]?', 'What matches [0-9]'],
    ['What does the mark do: !', 'What does the mark do: ?'],
    ['What does ‘a’ mean?', "What does 'a' mean?"],
    ['What is ord("A")?', 'What is ord("a")?'],
    ['What is the code of A in hex?', 'What is the code of a in hex?'],
    ['What is m × n?', 'What is m x n?'],
    ['What is ①?', 'What is 1?'],
    ['Is it a well-known law?', 'Is it a well known law?'],
    ['Why is userName undefined?', 'Why is username undefined?'],
    ['What is HTTPServer?', 'What is Httpserver?'],
    ['What does `Push` do?', 'What does `push` do?'],
    ['What does "Push" do?', 'What does "push" do?'],
    ['What does “Push” do?', 'What does “push” do?'],
    ["What is 'Push' in git?", "What is 'push' in git?"],
    ['How do I read README.md?', 'How do I read readme.md?'],
    ['How do I set Max_Retries?', 'How do I set max_retries?'],
    ['What is in /Users/Shared?', 'What is in /users/shared?'],
    ['What is in C:\\Temp\\Logs?', 'What is in C:\\temp\\logs?'],
    ['N = `abc`', 'n = `abc`'],
  ])('keeps %j and %j apart', (left, right) => {
    expect(normaliseQuery(left)).not.toBe(normaliseQuery(right))
  })

  it.each([
    'What is the Speed of Light in a Vacuum?',
    'WHY IS "This" A_B LOUD',
    'Why Does `Push` Fail In readMe.MD?',
  ])('leaves what is normal already as it is: %j', (query) => {
    const once = normaliseQuery(query)
    expect(normaliseQuery(once)).toBe(once)
  })

  it('takes a time that grows with the text, be it made to be slow', async () => {
    // Each text another, since the latest are remembered.
    let count = 0
    const read = (text: string) => normaliseQuery(`${text}${count++}`)
    // Of accents alone: a lookbehind tried at every place took twelve seconds.
    for (const piece of ["'", '“', '`', '"a', 'A', 'A ', '.a', '_', "x'y ", '\\', 'Aa', '\u0301'])
      await expectGrowth(read, filled('', piece), 64_000)
  })

  it.each([
    ['if a:\n    b()\n    c()\nwhat runs?', 'if a:\n    b()\nc()\nwhat runs?'],
    ["Is 'a b' equal to 'a  b'?", "Is 'a b' equal to 'a b'?"],
    ['10 mm in m', '10 Mm in m'],
    ['How do I learn polish?', 'How do I learn Polish?'],
  ])('keeps %j and %j apart', (one, other) => expect(normaliseQuery(one)).not.toBe(normaliseQuery(other)))
})
