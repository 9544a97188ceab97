import type { Lines } from '@antiphon/transcript'
import { type Connections, type Row, type Statement, toAnswerMs } from '../connection/connections.ts'
import { SCHEMA } from '../schema/schema-name.ts'
import type { HeldTableLog } from './held-log.ts'

/** Appends to many logs at once: what waits while a statement runs goes with the next one, as one commit. */
export interface AppendBatches {
  /** True where it is on the server's disk; false where somebody else has the log by now. One at a time for each log. */
  append(log: HeldTableLog, lines: Lines): Promise<boolean>
}

type Waiting = {
  readonly log: HeldTableLog
  readonly lines: Lines
  readonly resolve: (isAppended: boolean) => void
  readonly reject: (error: unknown) => void
}

/** Nothing waits yet. */
export function createAppendBatches(
  connections: Connections,
  maxRunning: number = MAX_RUNNING,
): AppendBatches {
  const waiting: Waiting[] = []
  let running = 0

  async function work(): Promise<void> {
    running += 1
    for (let batch = takeBatch(waiting); batch.length > 0; batch = takeBatch(waiting)) await runBatch(batch)
    running -= 1
  }

  async function runBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const appended = await appendAll(connections, batch)
      for (const { log, resolve } of batch) resolve(appended.has(log.name))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return {
    append: (log, lines) =>
      new Promise((resolve, reject) => {
        waiting.push({ log, lines, resolve, reject })
        if (running < maxRunning) void work()
      }),
  }
}

// Two fill the server's disk while the next is put together; more make smaller commits.
const MAX_RUNNING = 2
const MAX_BATCH_BYTES = 4 * 1024 * 1024
const MAX_BATCH_LOGS = 500

function takeBatch(waiting: Waiting[]): readonly Waiting[] {
  let [bytes, count] = [0, 0]
  for (const { lines } of waiting) {
    if (count > 0 && (bytes + lines.bytes.length > MAX_BATCH_BYTES || count >= MAX_BATCH_LOGS)) break
    bytes += lines.bytes.length
    count += 1
  }
  return waiting.splice(0, count)
}

/** The names of the logs that were appended to. A connection that breaks under it is asked what became of it. */
async function appendAll(connections: Connections, batch: readonly Waiting[]): Promise<ReadonlySet<unknown>> {
  const tries = connections.retry()
  const appended = new Set<unknown>()
  const listOpen = (): readonly Waiting[] => batch.filter(({ log }) => !appended.has(log.name))
  const take = (rows: readonly Row[]): void => {
    for (const [name] of rows) appended.add(name)
  }
  let isRepeated = false
  for (let open = batch; open.length > 0; open = listOpen()) {
    try {
      take(await connections.run(toStatement(open)))
      // The first try may have been at work on the server when its connection broke, and be done only now.
      if (isRepeated && listOpen().length > 0) take(await connections.runAgain(toQuestion(listOpen())))
      return appended
    } catch (error) {
      await tries.next(error)
    }
    // Only whoever has its epoch can have moved its end.
    take(await connections.runAgain(toQuestion(open)))
    isRepeated = true
  }
  return appended
}

const WANTED = `unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
  AS wanted (name, life, epoch, ends, count, bytes)`

function toStatement(batch: readonly Waiting[]): Statement {
  const [first] = batch
  return first && batch.length === 1 && first.lines.lengths.length === 1 ? toOne(first) : toMany(batch)
}

/** What a quiet host says: one line of one log, without the lists that many need. */
function toOne({ log, lines }: Waiting): Statement {
  return {
    name: 'antiphon_append_one',
    answerMs: toAnswerMs(lines.bytes.length),
    text: `
      WITH moved AS (
        UPDATE ${SCHEMA}.logs SET ends = ends + 1, bytes = bytes + $5, modified_at = now()
        WHERE name = $1 AND life = $2 AND epoch = $3 AND ends = $4
        RETURNING name, life, ends - 1 AS seq, born
      )
      INSERT INTO ${SCHEMA}.entries (name, life, seq, born, line)
      SELECT name, life, seq, born, $6::bytea FROM moved RETURNING name`,
    values: [log.name, log.life, log.epoch, log.end, lines.bytes.length, lines.bytes],
  }
}

function toMany(batch: readonly Waiting[]): Statement {
  const lines = batch.flatMap(({ log, lines }) =>
    lines.lengths.map((length, index) => ({ name: log.name, index, length })),
  )
  let offset = 1
  const offsets = lines.map(({ length }) => {
    offset += length
    return offset - length
  })
  return {
    name: 'antiphon_append',
    answerMs: toAnswerMs(offset),
    text: `
      WITH moved AS (
        UPDATE ${SCHEMA}.logs SET ends = logs.ends + wanted.count, bytes = logs.bytes + wanted.bytes, modified_at = now()
        FROM ${WANTED}
        WHERE logs.name = wanted.name AND logs.life = wanted.life AND logs.epoch = wanted.epoch AND logs.ends = wanted.ends
        RETURNING logs.name, logs.life, logs.born, wanted.ends AS start
      ), stored AS (
        INSERT INTO ${SCHEMA}.entries (name, life, seq, born, line)
        SELECT moved.name, moved.life, moved.start + line.index, moved.born, substring($7::bytea FROM line.place FOR line.length)
        FROM unnest($8::uuid[], $9::int[], $10::int[], $11::int[]) AS line (name, index, place, length)
        JOIN moved ON moved.name = line.name
      )
      SELECT name FROM moved`,
    values: [
      ...toWanted(batch),
      batch.length === 1 ? batch[0]?.lines.bytes : Buffer.concat(batch.map(({ lines }) => lines.bytes)),
      lines.map(({ name }) => name),
      lines.map(({ index }) => index),
      offsets,
      lines.map(({ length }) => length),
    ],
  }
}

function toQuestion(batch: readonly Waiting[]): Statement {
  return {
    answerMs: toAnswerMs(0),
    text: `
      SELECT logs.name FROM ${SCHEMA}.logs JOIN ${WANTED}
      ON logs.name = wanted.name AND logs.life = wanted.life AND logs.epoch = wanted.epoch
      WHERE logs.ends = wanted.ends + wanted.count AND wanted.bytes >= 0`,
    values: toWanted(batch),
  }
}

function toWanted(batch: readonly Waiting[]): readonly unknown[] {
  // In one order for everybody: two who move the same logs do not wait for each other.
  const ordered = batch.toSorted((one, other) => (one.log.name < other.log.name ? -1 : 1))
  return [
    ordered.map(({ log }) => log.name),
    ordered.map(({ log }) => log.life),
    ordered.map(({ log }) => log.epoch),
    ordered.map(({ log }) => log.end),
    ordered.map(({ lines }) => lines.lengths.length),
    ordered.map(({ lines }) => lines.bytes.length),
  ]
}
