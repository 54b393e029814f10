import { describe, expect, it } from 'vitest'
import { askedBy } from '../question/asked.ts'
import { readTruth } from './read-truth.ts'

const TOMATO = 'Is a tomato a fruit?'
const NAMED = 'What is it?'

const read = (text: string, query = TOMATO) => readTruth(text, askedBy(query))

describe('readTruth', () => {
  it.each([
    ['Yes', true],
    ['True', true],
    ['Correct!', true],
    ['Yes it is', true],
    ['Yes - it is', true],
    ['Botanically, yes', true],
    ['Botanically yes, it is a fruit', true],
    ['No', false],
    ['False: it is not', false],
    ['No, it is a vegetable', false],
    ['Strictly speaking, no', false],
  ])('reads %j as %s', (text, value) => {
    expect(read(text)).toEqual({ value, isQualified: false })
  })

  it.each([
    ['Ja, das ist so', true],
    ['Nein, es ist nicht so', false],
    ['Oui, c’est un fruit', true],
    ['Non, c’est un légume', false],
    ['Sí, es una fruta', true],
    ['No, es una verdura', false],
    ['Sim, é uma fruta', true],
    ['Não, é um legume', false],
    ['Sì, è un frutto', true],
    ['No, è una verdura', false],
    ['Ja, het is een vrucht', true],
    ['Nee, het is groente', false],
    ['是的', true],
    ['不是，这是蔬菜', false],
    ['はい、そうです', true],
    ['いいえ、野菜です', false],
    ['Да, это так', true],
    ['네', true],
  ])('reads %j in another language as %s', (text, value) => {
    expect(read(text)).toEqual({ value, isQualified: false })
  })

  it('knows a bare word of another language by the language of the question', () => {
    expect(read('Nein', 'Ist die Tomate eine Frucht?')).toEqual({ value: false, isQualified: false })
  })

  it.each([
    'Yes, but only if it is ripe',
    'Botanically yes, though cooks call it a vegetable',
    'No, unless you ask a botanist',
    'Yes, when ripe',
    'Yes and no',
    'Ja, aber nur selten wenn es geht',
    'Oui, mais pas en cuisine, si on veut',
    'Sí, pero no en la cocina',
    '是的，但是要看情况',
  ])('notes that %j is put under a condition', (text) => {
    expect(read(text)).toMatchObject({ isQualified: true })
  })

  it.each(['No more than 5', 'No one knows', 'No doubt about it', 'No country', 'It is a berry', 'Nobody'])(
    'reads neither yes nor no in %j',
    (text) => {
      expect(read(text)).toBeNull()
    },
  )

  it('takes a “no” that opens a text for an answer only where yes or no was asked', () => {
    expect(read('No, Alice', NAMED)).toBeNull()
    expect(read('No', NAMED)).toEqual({ value: false, isQualified: false })
  })

  it('takes it for the whole answer only where nothing else was asked', () => {
    expect(read('Yes, as it has seeds', 'Is it a fruit, and why?')).toBeNull()
    expect(read('Yes', 'Is it a fruit, and why?')).toMatchObject({ value: true })
  })
})
