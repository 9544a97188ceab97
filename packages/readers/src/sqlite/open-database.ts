import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { readRecord, readVarint, type SqlValue } from './record.ts'
import { readIndexColumn, readTableColumns, type TableColumns } from './table-columns.ts'
import { readWal } from './wal-pages.ts'

/** A row by the names of its columns. */
export type SqlRow = Readonly<Record<string, SqlValue>>

/** A database that another program owns: read as it is now, with what is only in its write-ahead log. */
export interface Database {
  /** Whether there is such a table. */
  has(table: string): boolean
  /** All rows of a table in the order of their numbers. */
  rows(table: string): Generator<SqlRow, void, undefined>
  /** Those whose column holds a text: by an index that begins with it where there is one. */
  rowsWhere(table: string, column: string, value: string): readonly SqlRow[]
  /** Throws where somebody moved pages about while they were read: what was read may be of two states. */
  check(): void
  close(): void
}

/** Whoever reads was overtaken by a checkpoint; read again. */
export class MovedPagesError extends Error {}

/**
 * Opens a database for reading, with no lock and no file beside it. The format is SQLite's own, which promises to stay
 * readable (https://www.sqlite.org/fileformat2.html).
 */
export function openDatabase(path: string): Database {
  const descriptor = openSync(path, 'r')
  let walDescriptor: number | undefined
  try {
    const header = readAt(descriptor, 0, HEADER_BYTES)
    if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0') throw new Error('it is no SQLite database')
    const size = header.readUInt16BE(16)
    const pageSize = size === 1 ? 65_536 : size
    const usable = pageSize - (header[20] ?? 0)
    if (header.readUInt32BE(56) > 1) throw new Error('its texts are not UTF-8')
    const stamp = stampOf(path)
    const wal = readWal(`${path}-wal`, pageSize)
    if (wal.offsets.size > 0) walDescriptor = openSync(`${path}-wal`, 'r')
    const pages = createPages((page: number): Buffer => {
      const offset = wal.offsets.get(page)
      if (offset !== undefined && walDescriptor !== undefined) return readAt(walDescriptor, offset, pageSize)
      return readWhole(descriptor, (page - 1) * pageSize, pageSize)
    }, usable)
    const longest = statSync(path).size + wal.offsets.size * pageSize
    const tree = createTree(pages, longest)
    const tables = readSchema(tree)
    const tableOf = (name: string): Table => {
      const table = tables.get(name)
      if (!table) throw new Error(`it has no table ${name}`)
      return table
    }
    return {
      has: name => tables.has(name),
      *rows(name) {
        const table = tableOf(name)
        for (const { rowId, payload } of tree.rows(table.root)) yield toRow(table, rowId, payload)
      },
      rowsWhere(name, column, value) {
        const table = tableOf(name)
        const index = table.indexes.get(column)
        if (index === undefined)
          return [...tree.rows(table.root)]
            .map(({ rowId, payload }) => toRow(table, rowId, payload))
            .filter(row => row[column] === value)
        return tree.rowIdsWhere(index, value).flatMap(rowId => {
          const payload = tree.find(table.root, rowId)
          return payload ? [toRow(table, rowId, payload)] : []
        })
      },
      check() {
        // In WAL mode a checkpoint alone writes the database; else every transaction does.
        if (stampOf(path) !== stamp) throw new MovedPagesError('it was written while it was read')
        const now = wal.generation === '' ? '' : readWal(`${path}-wal`, pageSize).generation
        if (now !== wal.generation) throw new MovedPagesError('it was written while it was read')
      },
      close() {
        closeSync(descriptor)
        if (walDescriptor !== undefined) closeSync(walDescriptor)
      },
    }
  } catch (error) {
    closeSync(descriptor)
    if (walDescriptor !== undefined) closeSync(walDescriptor)
    throw error
  }
}

/** Reads with a database; again where its owner moved pages meanwhile. */
export function withDatabase<T>(path: string, work: (database: Database) => T): T {
  for (let tries = 0; ; tries++) {
    const database = openDatabase(path)
    try {
      const result = work(database)
      database.check()
      return result
    } catch (error) {
      // Pages of two states may look like anything.
      let isMoved = error instanceof MovedPagesError
      try {
        database.check()
      } catch {
        isMoved = true
      }
      if (!isMoved || tries === MOST_TRIES) throw error
    } finally {
      database.close()
    }
  }
}

const MOST_TRIES = 4
const HEADER_BYTES = 100

function stampOf(path: string): string {
  const { size, mtimeMs } = statSync(path)
  return `${size}:${mtimeMs}`
}

function readAt(descriptor: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  readSync(descriptor, bytes, 0, length, at)
  return bytes
}

/** What is not there must not pass for pages without rows. */
function readWhole(descriptor: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  if (at < 0 || readSync(descriptor, bytes, 0, length, at) < length) throw new Error('it ends too soon')
  return bytes
}

type Pages = { readonly read: (page: number) => Buffer; readonly usable: number }

function createPages(read: (page: number) => Buffer, usable: number): Pages {
  const kept = new Map<number, Buffer>()
  return {
    usable,
    read(page) {
      const known = kept.get(page)
      if (known) return known
      const bytes = read(page)
      if (kept.size >= MOST_PAGES) kept.clear()
      kept.set(page, bytes)
      return bytes
    },
  }
}

const MOST_PAGES = 4096

type Cell = { readonly rowId: number; readonly payload: Buffer }

type Tree = {
  readonly rows: (root: number) => Generator<Cell, void, undefined>
  readonly find: (root: number, rowId: number) => Buffer | undefined
  readonly rowIdsWhere: (index: number, value: string) => readonly number[]
}

const [INDEX_INSIDE, TABLE_INSIDE, INDEX_LEAF, TABLE_LEAF] = [2, 5, 10, 13]
// Deeper than any tree of less than 2^32 pages; a damaged one may go round.
const DEEPEST = 40

/** No row is longer than all that there is: a damaged length must not lead through the same pages for ever. */
function createTree({ read, usable }: Pages, longest: number): Tree {
  return { rows: root => rows(root, 0), find: (root, rowId) => find(root, rowId, 0), rowIdsWhere }

  function* rows(page: number, depth: number): Generator<Cell, void, undefined> {
    if (depth > DEEPEST) throw new Error('its pages go round')
    const node = readNode(page)
    if (node.type === TABLE_LEAF) {
      for (const at of node.cells) yield readLeafCell(node.bytes, at)
      return
    }
    if (node.type !== TABLE_INSIDE) throw new Error(`page ${page} is none of a table`)
    for (const at of node.cells) yield* rows(node.bytes.readUInt32BE(at), depth + 1)
    yield* rows(node.last, depth + 1)
  }

  function find(page: number, rowId: number, depth: number): Buffer | undefined {
    if (depth > DEEPEST) throw new Error('its pages go round')
    const node = readNode(page)
    if (node.type === TABLE_LEAF) {
      for (const at of node.cells) {
        const size = readVarint(node.bytes, at)
        if (readVarint(node.bytes, size.next).value === rowId) return readLeafCell(node.bytes, at).payload
      }
      return undefined
    }
    if (node.type !== TABLE_INSIDE) throw new Error(`page ${page} is none of a table`)
    const next = node.cells.find(at => readVarint(node.bytes, at + 4).value >= rowId)
    return find(next === undefined ? node.last : node.bytes.readUInt32BE(next), rowId, depth + 1)
  }

  /** Texts stand in the order of their bytes. */
  function rowIdsWhere(index: number, value: string): readonly number[] {
    const wanted = Buffer.from(value)
    const found: number[] = []
    visit(index, 0)
    return found

    function visit(page: number, depth: number): void {
      if (depth > DEEPEST) throw new Error('its pages go round')
      const node = readNode(page)
      const isLeaf = node.type === INDEX_LEAF
      if (!isLeaf && node.type !== INDEX_INSIDE) throw new Error(`page ${page} is none of an index`)
      for (const at of node.cells) {
        const start = isLeaf ? at : at + 4
        const key = readRecord(readPayload(node.bytes, start, true))
        const order = typeof key[0] === 'string' ? Buffer.compare(Buffer.from(key[0]), wanted) : -1
        if (!isLeaf && order >= 0) visit(node.bytes.readUInt32BE(at), depth + 1)
        const rowId = key.at(-1)
        if (order === 0 && typeof rowId === 'number') found.push(rowId)
        if (order > 0) return
      }
      if (!isLeaf) visit(node.last, depth + 1)
    }
  }

  function readNode(page: number): {
    readonly type: number
    readonly bytes: Buffer
    readonly cells: readonly number[]
    readonly last: number
  } {
    const bytes = read(page)
    const at = page === 1 ? HEADER_BYTES : 0
    const type = bytes[at] ?? 0
    const isInside = type === TABLE_INSIDE || type === INDEX_INSIDE
    const first = at + (isInside ? 12 : 8)
    const count = Math.min(bytes.readUInt16BE(at + 3), (bytes.length - first) >> 1)
    const cells = Array.from({ length: count }, (_, index) => bytes.readUInt16BE(first + 2 * index))
    return { type, bytes, cells, last: isInside ? bytes.readUInt32BE(at + 8) : 0 }
  }

  function readLeafCell(bytes: Buffer, at: number): Cell {
    const size = readVarint(bytes, at)
    const { value: rowId } = readVarint(bytes, size.next)
    return { rowId, payload: readPayload(bytes, at, false) }
  }

  /** What does not fit into the page goes on in a chain of others. */
  function readPayload(bytes: Buffer, at: number, isIndex: boolean): Buffer {
    const size = readVarint(bytes, at)
    const start = isIndex ? size.next : readVarint(bytes, size.next).next
    const total = size.value
    if (total > longest) throw new Error('a row of it is longer than the file')
    const most = isIndex ? Math.floor(((usable - 12) * 64) / 255) - 23 : usable - 35
    if (total <= most) return bytes.subarray(start, start + total)
    const least = Math.floor(((usable - 12) * 32) / 255) - 23
    const fitting = least + ((total - least) % (usable - 4))
    const local = fitting <= most ? fitting : least
    const parts = [bytes.subarray(start, start + local)]
    let left = total - local
    for (let page = bytes.readUInt32BE(start + local); page !== 0 && left > 0; ) {
      const more = read(page)
      parts.push(more.subarray(4, 4 + Math.min(left, usable - 4)))
      left -= usable - 4
      page = more.readUInt32BE(0)
    }
    return Buffer.concat(parts)
  }
}

type Table = TableColumns & {
  readonly root: number
  /** The roots of indexes by their first columns. */
  readonly indexes: Map<string, number>
}

function readSchema(tree: Tree): ReadonlyMap<string, Table> {
  const tables = new Map<string, Table>()
  const indexes: { readonly table: string; readonly root: number; readonly sql: string }[] = []
  for (const { payload } of tree.rows(1)) {
    const [type, name, table, root, sql] = readRecord(payload)
    if (typeof root !== 'number' || typeof name !== 'string' || typeof table !== 'string') continue
    if (type === 'table' && typeof sql === 'string' && !/without\s+rowid\s*$/i.test(sql))
      tables.set(name, { ...readTableColumns(sql), root, indexes: new Map() })
    // An index over some rows only does not tell all.
    else if (type === 'index' && typeof sql === 'string' && !/\bwhere\b/i.test(sql))
      indexes.push({ table, root, sql })
  }
  for (const { table, root, sql } of indexes) {
    const column = readIndexColumn(sql)
    if (column !== undefined) tables.get(table)?.indexes.set(column, root)
  }
  return tables
}

function toRow({ names, rowId: alias }: Table, rowId: number, payload: Buffer): SqlRow {
  const values = readRecord(payload)
  const row: Record<string, SqlValue> = {}
  names.forEach((name, index) => {
    row[name] = name === alias ? rowId : (values[index] ?? null)
  })
  return row
}
