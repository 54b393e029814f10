import { describe, expect, it } from 'vitest'
import { asksForCode } from './asks-for-code.ts'

describe('asksForCode', () => {
  it.each([
    'Write a function that checks an email address.',
    'regex for matching email addresses',
    'Write a Python script that posts a message to a channel.',
    'A SQL query for all articles',
    'give me a json with 5 fake users (name, email, age)',
    'Implement quicksort in Rust.',
    'Напиши функцию на Python, которая разворачивает строку',
  ])('sees that code is asked for: %s', (query) => {
    expect(asksForCode(query)).toBe(true)
  })

  it.each([
    'Write an email to my team with a SQL query that counts users.',
    'Write the installation section of a README for my JavaScript package.',
    'Write a short tutorial for beginners in Python.',
    'A Python tutorial on lists',
    'Write a commit message for this code: x = 1',
    'Schreibe eine Anleitung für Python',
    'A haiku about autumn',
  ])('sees that a text is asked for, perhaps with code in it: %s', (query) => {
    expect(asksForCode(query)).toBe(false)
  })
})
