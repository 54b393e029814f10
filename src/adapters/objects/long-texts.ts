import type { SqlStorage } from '@cloudflare/workers-types'

/** A row of at most 2 MB has room for the five texts of a task, each of so many bytes. */
const LONGEST = 256 * 1024
/** What a row keeps of a longer text: more than any statement takes of a text with `substr`. */
const BEGINNING = 64 * 1024
const PART = 1_500_000

/** After the beginning; all in ASCII, so that bytes are characters. */
const MARK = '\n[the whole text is no. '
const DIGITS = 15
const REFERENCE = MARK.length + DIGITS

const TABLES = `
  CREATE TABLE long_texts (id INTEGER PRIMARY KEY, uses INTEGER NOT NULL);
  CREATE TABLE long_text_parts (
    text INTEGER NOT NULL REFERENCES long_texts (id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    part BLOB NOT NULL,
    PRIMARY KEY (text, place)
  );`

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Texts that are too long for a row of an object: it gets their beginning and a reference, and their parts lie in a table
 * of their own. Triggers count how often each is referred to, so that it goes with its last row, however that is deleted.
 * Most objects never have one, so the tables are made with the first.
 */
export function createLongTexts(sql: SqlStorage) {
  const isUsed = () => sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'long_texts'").toArray().length > 0

  /** Returns what a row gets in place of a text, if the text has to be stored in parts. */
  function split(text: string, ids: number[]): string {
    // No character takes more than three bytes, or four for two.
    if (3 * text.length < BEGINNING) return text
    const bytes = Buffer.from(text)
    // Nor is a text stored as it is that would be taken for a reference.
    if (bytes.length <= LONGEST && referenceIn(bytes) === null) return text
    if (!isUsed()) sql.exec(TABLES + triggersOf(sql))
    const { id } = sql.exec<{ id: number }>('INSERT INTO long_texts (uses) VALUES (0) RETURNING id').one()
    for (let place = 0; place * PART < bytes.length; place++)
      sql.exec(
        'INSERT INTO long_text_parts (text, place, part) VALUES (?, ?, ?)',
        ...[id, place, bytes.subarray(place * PART, (place + 1) * PART)],
      )
    ids.push(id)
    let end = BEGINNING
    // Not within a character.
    while ((bytes[end]! & 0xc0) === 0x80) end--
    return decoder.decode(bytes.subarray(0, end)) + MARK + String(id).padStart(DIGITS, '0')
  }

  function load(id: number): Uint8Array {
    const parts = sql.exec<{ part: ArrayBuffer }>(
      'SELECT part FROM long_text_parts WHERE text = ? ORDER BY place',
      id,
    )
    return Buffer.concat(parts.toArray().map(({ part }) => new Uint8Array(part)))
  }

  return {
    /** Makes the triggers anew, for tables that have changed. */
    followTables() {
      if (isUsed()) sql.exec(triggersOf(sql))
    },

    /** Runs a statement that writes values; long texts that it does not use, such as those of a row that is there, go. */
    write<Result>(values: unknown[], statement: (values: unknown[]) => Result): Result {
      const ids: number[] = []
      const result = statement(values.map((value) => (typeof value === 'string' ? split(value, ids) : value)))
      for (const id of ids) sql.exec('DELETE FROM long_texts WHERE uses = 0 AND id = ?', id)
      return result
    },

    /** Puts the whole texts into a row that was read. */
    join<Row extends Record<string, unknown>>(row: Row): Row {
      for (const [name, value] of Object.entries(row)) {
        const id = value instanceof ArrayBuffer ? referenceIn(new Uint8Array(value)) : null
        if (id !== null) Object.assign(row, { [name]: load(id) })
      }
      return row
    },
  }
}

function referenceIn(bytes: Uint8Array): number | null {
  const { length } = bytes
  if (length < BEGINNING - 3 + REFERENCE || length > BEGINNING + REFERENCE) return null
  const end = decoder.decode(bytes.subarray(-REFERENCE))
  return end.startsWith(MARK) ? Number(end.slice(MARK.length)) : null
}

/** SQL for the number of the long text that a value refers to. */
const referredTo = (value: string) => `
  CASE WHEN octet_length(${value}) BETWEEN ${BEGINNING - 3 + REFERENCE} AND ${BEGINNING + REFERENCE}
    AND substr(CAST(${value} AS BLOB), -${REFERENCE}, ${MARK.length}) = CAST('${MARK}' AS BLOB)
  THEN CAST(CAST(substr(CAST(${value} AS BLOB), -${DIGITS}) AS TEXT) AS INTEGER) END`

function triggersOf(sql: SqlStorage): string {
  const found = sql.exec<{ name: string; texts: string }>(
    `SELECT tables.name, group_concat(columns.name) AS texts
     FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
     WHERE tables.type = 'table' AND tables.name NOT LIKE '\\_cf%' ESCAPE '\\' AND upper(columns.type) = 'TEXT'
     GROUP BY tables.name`,
  )
  return [...found].map(({ name, texts }) => triggersOn(name, texts.split(','))).join('\n')
}

function triggersOn(table: string, texts: string[]): string {
  const areLong = (row: string) =>
    texts.map((text) => `octet_length(${row}.${text}) > ${BEGINNING}`).join(' OR ')
  const idsIn = (row: string) => texts.map((text) => referredTo(`${row}.${text}`)).join(', ')
  const used = `UPDATE long_texts SET uses = uses + 1 WHERE id IN (${idsIn('new')});`
  const unused = `UPDATE long_texts SET uses = uses - 1 WHERE id IN (${idsIn('old')});
    DELETE FROM long_texts WHERE uses = 0 AND id IN (${idsIn('old')});`
  const trigger = (event: string, when: string, then: string) => {
    const name = `${table}_${event.slice(0, 6)}`
    return `DROP TRIGGER IF EXISTS ${name};
      CREATE TRIGGER ${name} AFTER ${event} ON ${table} WHEN ${when} BEGIN ${then} END;`
  }
  const update = `UPDATE OF ${texts.join(', ')}`
  return (
    trigger('INSERT', areLong('new'), used) +
    trigger(update, `${areLong('old')} OR ${areLong('new')}`, used + unused) +
    trigger('DELETE', areLong('old'), unused)
  )
}
