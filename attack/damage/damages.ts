import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { expectedTables } from '../../src/adapters/sqlite/schema.ts'
import type { Random } from '../support/random.ts'
import { drawPages, overwriteHeader, overwritePages, truncateFile } from './damage-file.ts'

/** A way to damage a data folder. */
export interface Damage {
  name: string
  do(folder: string, random: Random): void
}

const TABLES = [...expectedTables().keys()]

/** The columns that contain JSON. */
const JSON_COLUMNS: Array<[table: string, column: string]> = [
  ['tasks', 'request'],
  ['tasks', 'checkpoint'],
  ['tasks', 'result'],
  ['task_replies', 'reply'],
  ['results', 'response'],
]

/** Every kind of damage, in the order of the attack. */
export const DAMAGES: Damage[] = [
  ...Array.from({ length: 6 }, (_, place) => ({
    name: `${4 ** (place % 3)} pages overwritten`,
    do: (folder: string, random: Random) =>
      onBytes(folder, (file) => overwritePages(file, drawPages(file, 4 ** (place % 3), random), random)),
  })),
  {
    name: 'first page of the file overwritten',
    do: (folder, random) => onBytes(folder, (file) => overwritePages(file, [1], random)),
  },
  ...TABLES.map((table) => ({
    name: `first page of ${table} overwritten`,
    do: (folder: string, random: Random) => {
      const page = rootPageOf(folder, table)
      onBytes(folder, (file) => overwritePages(file, [page], random))
    },
  })),
  ...Array.from({ length: 3 }, () => ({
    name: 'file cut off',
    do: (folder: string, random: Random) => onBytes(folder, (file) => truncateFile(file, random)),
  })),
  {
    name: 'header overwritten',
    do: (folder, random) => onBytes(folder, (file) => overwriteHeader(file, random)),
  },
  { name: 'file emptied', do: (folder) => onBytes(folder, () => Buffer.alloc(0)) },
  ...TABLES.map((table) => ({
    name: `table ${table} dropped`,
    do: (folder: string) => execute(folder, `DROP TABLE ${table}`),
  })),
  ...JSON_COLUMNS.map(([table, column]) => ({
    name: `half a JSON text in ${table}.${column}`,
    do: (folder: string) =>
      execute(folder, `UPDATE ${table} SET ${column} = substr(${column}, 1, length(${column}) / 2)`),
  })),
  ...JSON_COLUMNS.map(([table, column]) => ({
    name: `other JSON in ${table}.${column}`,
    do: (folder: string) =>
      execute(folder, `UPDATE ${table} SET ${column} = '[]' WHERE ${column} IS NOT NULL`),
  })),
  {
    name: 'vectors of another length',
    do: (folder) =>
      execute(folder, "UPDATE vectors SET vector = x'00'; UPDATE question_vectors SET vector = x'00'"),
  },
]

function onBytes(folder: string, change: (file: Buffer) => Buffer): void {
  const path = join(folder, 'stretto.db')
  writeFileSync(path, change(readFileSync(path)))
}

function rootPageOf(folder: string, table: string): number {
  const database = new Libsql(join(folder, 'stretto.db'))
  try {
    const row = database.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').get(table)
    return (row as { rootpage: number }).rootpage
  } finally {
    database.close()
  }
}

function execute(folder: string, statement: string): void {
  const database = new Libsql(join(folder, 'stretto.db'))
  try {
    database.exec('PRAGMA foreign_keys = OFF')
    database.exec(statement)
  } finally {
    database.close()
  }
}
