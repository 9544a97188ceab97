import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSample } from '../testing/samples.ts'
import { openDatabase, withDatabase } from './open-database.ts'
import { readIndexColumn, readTableColumns } from './table-columns.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'antiphon-sqlite-'))
  path = join(folder, 'some.db')
  writeFileSync(path, readSample('sqlite/wal.db'))
  writeFileSync(`${path}-wal`, readSample('sqlite/wal.db-wal'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** What SQLite itself says of the same files: `select count(*), sum(n), sum(length(body)) from item`. */
const COUNTS = { rows: 300, sum: 2_011_521_000_000, letters: 302_942 }

describe('openDatabase', () => {
  it('reads what SQLite reads, over many pages, with what is only in the log', () => {
    const read = withDatabase(path, database => ({
      items: [...database.rows('item')],
      counted: [...database.rows('counted')],
    }))
    expect(read.items).toHaveLength(COUNTS.rows)
    expect(read.items.reduce((sum, { n }) => sum + Number(n), 0)).toBe(COUNTS.sum)
    expect(read.items.reduce((sum, { body }) => sum + [...String(body)].length, 0)).toBe(COUNTS.letters)
    expect(read.items.reduce((sum, { f }) => sum + Number(f), 0)).toBeCloseTo(14_950, 6)
    expect(read.items.find(({ id }) => id === 'i0003')?.body).toBe('changed')
    expect(read.counted).toEqual([{ num: 42, word: 'only in the log' }])
  })

  it('finds rows by an index as by looking at all of them', () => {
    withDatabase(path, database => {
      for (const owner of ['o0', 'o3', 'o6', 'nobody']) {
        const all = [...database.rows('item')].filter(row => row.owner === owner)
        expect(
          database
            .rowsWhere('item', 'owner', owner)
            .map(({ id }) => id)
            .toSorted(),
        ).toEqual(all.map(({ id }) => id).toSorted())
      }
      expect(database.rowsWhere('counted', 'word', 'only in the log')).toHaveLength(1)
    })
  })

  it('leaves no file beside it, and changes none', () => {
    const before = readdirSync(folder).map(name => readFileSync(join(folder, name)).toString('base64'))
    withDatabase(path, database => [...database.rows('item')])
    expect(readdirSync(folder).map(name => readFileSync(join(folder, name)).toString('base64'))).toEqual(
      before,
    )
  })

  it('takes of a torn log what was committed before', () => {
    truncateSync(`${path}-wal`, 32 + 100)
    expect(withDatabase(path, database => [...database.rows('counted')])).toEqual([])
    writeFileSync(`${path}-wal`, readSample('sqlite/wal.db-wal'))
    appendFileSync(`${path}-wal`, Buffer.alloc(5000, 1))
    expect(withDatabase(path, database => [...database.rows('counted')])).toHaveLength(1)
  })

  it('ends in an error, and never goes round, whatever is damaged', () => {
    const whole = readFileSync(path)
    for (let at = 100; at < whole.length; at += 997) {
      const damaged = Buffer.from(whole)
      damaged[at] = 255 - (damaged[at] ?? 0)
      damaged[at + 1] = 5
      writeFileSync(path, damaged)
      try {
        const database = openDatabase(path)
        try {
          if (database.has('item')) for (const row of database.rows('item')) expect(row).toBeDefined()
        } finally {
          database.close()
        }
      } catch (error) {
        expect(error).toBeInstanceOf(Error)
      }
    }
    writeFileSync(path, 'no database')
    expect(() => openDatabase(path)).toThrow('no SQLite')
  })
})

describe('the words that made a table', () => {
  it('tell its columns', () => {
    expect(
      readTableColumns(
        'CREATE TABLE "a b"(id INTEGER PRIMARY KEY, "x,y" TEXT DEFAULT (1, 2), `z` NUM CHECK(z > 0), UNIQUE(z))',
      ),
    ).toEqual({ names: ['id', 'x,y', 'z'], rowId: 'id' })
    expect(
      readTableColumns(
        "CREATE TABLE t (-- (all of them\n id TEXT DEFAULT '--', -- seconds, or not\n at INTEGER /* , x */, b BLOB)",
      ).names,
    ).toEqual(['id', 'at', 'b'])
    expect(readIndexColumn('CREATE INDEX i ON part("message_id",id)')).toBe('message_id')
  })
})
