import { randomUUID } from 'node:crypto'
import type { Claim, Lines, LogWriter, SessionKey } from '@antiphon/transcript'
import { type Connections, type Row, type Statement, toAnswerMs } from '../connection/connections.ts'
import { SCHEMA } from '../schema/schema-name.ts'
import type { HeldTableLog } from './held-log.ts'

export type ClaimOptions = {
  readonly name: string
  readonly key: SessionKey
  readonly writer: string
  /** Whose log it is from then on; null leaves it theirs who wrote it before. */
  readonly who: LogWriter | null
  readonly lines: Lines
  /** Where it has to end; anywhere where undefined. */
  readonly expected: number | undefined
  /** Takes it from a living writer: that one is refused from then on. */
  readonly isForced?: boolean
}

/** Becomes the writer of a log and appends, in one statement. */
export async function claimLog(
  connections: Connections,
  options: ClaimOptions,
): Promise<Claim<HeldTableLog>> {
  const [tries, claim] = [connections.retry(), randomUUID()]
  let isRepeated = false
  for (;;)
    try {
      const [row] = await connections.run(toStatement(options, claim))
      if (row) return { status: 'claimed', log: toHeldLog(options.name, row) }
      // The first try may have been at work on the server when its connection broke, and be done only now.
      const log = isRepeated ? await findClaimed(connections, options.name, claim) : null
      return log ? { status: 'claimed', log } : await explain(connections, options)
    } catch (error) {
      await tries.next(error)
      const log = await findClaimed(connections, options.name, claim)
      if (log) return { status: 'claimed', log }
      isRepeated = true
    }
}

/** A claim has a name of its own: where the log has it, the claim was heard, whatever became of the answer. */
async function findClaimed(
  connections: Connections,
  name: string,
  claim: string,
): Promise<HeldTableLog | null> {
  const [row] = await connections.runAgain({
    answerMs: toAnswerMs(0),
    text: `SELECT life, born::text, epoch, ends FROM ${SCHEMA}.logs WHERE name = $1 AND claim = $2`,
    values: [name, claim],
  })
  return row ? toHeldLog(name, row) : null
}

const IS_FREE = `(
  logs.holder IS NULL OR logs.holder = $2 OR $3
  OR NOT EXISTS (SELECT FROM ${SCHEMA}.writers WHERE writers.writer = logs.holder AND alive_until > now())
)`

const TAKE =
  'epoch = logs.epoch + 1, holder = $2, claim = $10, person = coalesce($11, logs.person), host = coalesce($12, logs.host), claimed_at = now(), ends = logs.ends + $5, bytes = logs.bytes + $6, modified_at = now()'

function toStatement(options: ClaimOptions, claim: string): Statement {
  const { name, key, writer, who, lines, expected, isForced = false } = options
  const mayBegin = !isForced && (expected === undefined || expected === 0)
  const claimed = mayBegin
    ? `INSERT INTO ${SCHEMA}.logs (name, project, session, subpath, life, born, ends, bytes, epoch, holder, claim, person, host, claimed_at, modified_at)
       VALUES ($1, $13, $14, $15, $16, now()::date, $5, $6, 1, $2, $10, $11, $12, now(), now())
       ON CONFLICT (name) DO UPDATE SET ${TAKE}
       WHERE ($4::bigint IS NULL OR logs.ends = $4) AND ${IS_FREE}`
    : `UPDATE ${SCHEMA}.logs SET ${TAKE} WHERE name = $1 AND ($4::bigint IS NULL OR logs.ends = $4) AND ${IS_FREE}`
  let offset = 1
  const offsets = lines.lengths.map(length => {
    offset += length
    return offset - length
  })
  const begin = [key.project, key.session, key.subpath ?? '', randomUUID()]
  return {
    answerMs: toAnswerMs(lines.bytes.length),
    text: `
      WITH claimed AS (${claimed} RETURNING logs.name, life, born, epoch, ends),
      stored AS (
        INSERT INTO ${SCHEMA}.entries (name, life, seq, born, line)
        SELECT name, life, ends - $5 + line.index - 1, born, substring($7::bytea FROM line.place FOR line.length)
        FROM claimed, unnest($8::int[], $9::int[]) WITH ORDINALITY AS line (place, length, index)
      )
      SELECT life, born::text, epoch, ends FROM claimed`,
    values: [
      ...[name, writer, isForced, expected ?? null, lines.lengths.length, lines.bytes.length, lines.bytes],
      ...[offsets, lines.lengths, claim, who?.person ?? null, who?.host ?? null],
      ...(mayBegin ? begin : []),
    ],
  }
}

async function explain(
  connections: Connections,
  { name, writer }: ClaimOptions,
): Promise<Claim<HeldTableLog>> {
  const [row] = await connections.runAgain({
    answerMs: toAnswerMs(0),
    text: `
      SELECT ends, (SELECT words FROM ${SCHEMA}.writers WHERE writer = logs.holder AND alive_until > now() AND writer <> $2)
      FROM ${SCHEMA}.logs WHERE name = $1`,
    values: [name, writer],
  })
  return {
    status: 'refused',
    end: Number(row?.[0] ?? 0),
    holder: typeof row?.[1] === 'string' ? row[1] : null,
  }
}

function toHeldLog(name: string, [life, born, epoch, ends]: Row): HeldTableLog {
  return { name, life: String(life), born: String(born), epoch: String(epoch), end: Number(ends) }
}
