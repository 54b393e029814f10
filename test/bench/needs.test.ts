import { expect, it } from 'vitest'
import type { Used } from '../../bench/capacity/deployment.ts'
import { edgeCost, needsOfEdge, needsOfProcess, needsOfReplicas } from '../../bench/capacity/needs.ts'

const RUN: Used = {
  service: 7,
  database: 3.5,
  statements: 9,
  transactions: 9,
  rows: 5,
  storedBytes: 10_000,
  logBytes: 12_000,
  calls: 3,
  sentBytes: 9_000,
}
const MEMORY = { idle: 200, memoryEach: 0.2 }
const EDGE: Used = { ...RUN, service: 10, objectRequests: 10, rowsRead: 20, rows: 15 }

it('says of one process how much of its core runs take, and the memory of those that wait for models', () => {
  const needs = needsOfProcess(100, RUN, MEMORY)
  expect(needs['cores, of which it can use one']).toBeCloseTo(0.7)
  expect(needs['memory, GB']).toBeCloseTo(0.3)
})

it('counts replicas so that none is busier than seven tenths, with all their connections', () => {
  expect(needsOfReplicas(100, RUN, MEMORY)).toMatchObject({ 'replicas of one core': 1, connections: 21 })
  expect(needsOfReplicas(10_000, RUN, MEMORY)).toMatchObject({
    'replicas of one core': 100,
    connections: 2_100,
    'cores of PostgreSQL': 50,
  })
})

it('spreads a caller at the edge over as many objects as the requests need', () => {
  expect(needsOfEdge(10_000, EDGE)).toMatchObject({ 'shards of a caller, at least': 100 })
  expect(edgeCost(EDGE)).toBeCloseTo(25.6e-6, 6)
})
