import { randomUUID } from 'node:crypto'
import { encodeEntry } from '@antiphon/core'
import {
  formatSessionKey,
  type LogWriter,
  type SessionDraft,
  type SessionKey,
  TranscriptError,
  toLines,
} from '@antiphon/transcript'
import type { Connections } from '../connection/connections.ts'
import { SCHEMA } from '../schema/schema-name.ts'
import { toLogName } from './log-name.ts'

type DraftLog = { readonly name: string; readonly life: string; readonly key: SessionKey; end: number }

/** A session that is written beside the others, under lives that no log has; publishing names them. */
export function createDraft(connections: Connections, target: SessionKey, who: LogWriter): SessionDraft {
  const draft = randomUUID()
  const logs = new Map<string, DraftLog>()

  return {
    async append(key, entries, { expectedSeq } = {}) {
      const name = toLogName(key)
      const log = logs.get(name) ?? { name, life: randomUUID(), key, end: 0 }
      if ((expectedSeq ?? log.end) !== log.end)
        return { status: 'conflict', reason: 'moved-on', seq: log.end }
      if (entries.length > 0)
        await store(
          log,
          entries.map(entry => Buffer.from(encodeEntry(entry))),
        )
      logs.set(name, log)
      return { status: 'appended', seq: log.end }
    },
    release: async () => undefined,
    async publish() {
      await connections.transact(async run => {
        const rows = await run({
          text: `
            INSERT INTO ${SCHEMA}.logs (name, project, session, subpath, life, born, ends, bytes, epoch, holder, person, host, modified_at)
            SELECT name, project, session, subpath, life, born, ends, bytes, 0, NULL, $2, $3, modified_at
            FROM ${SCHEMA}.drafts WHERE draft = $1 ON CONFLICT DO NOTHING RETURNING name`,
          values: [draft, who.person, who.host],
        })
        if (rows.length < logs.size)
          throw new TranscriptError(
            'exists',
            `${formatSessionKey(target)} exists already. Choose another id.`,
          )
        await run({ text: `DELETE FROM ${SCHEMA}.drafts WHERE draft = $1`, values: [draft] })
      })
    },
    async discard() {
      for (const { name, life } of logs.values())
        await connections.runAgain({
          text: `DELETE FROM ${SCHEMA}.entries WHERE name = $1 AND life = $2`,
          values: [name, life],
        })
      await connections.runAgain({ text: `DELETE FROM ${SCHEMA}.drafts WHERE draft = $1`, values: [draft] })
    },
  }

  async function store(log: DraftLog, written: readonly Buffer[]): Promise<void> {
    const { bytes, lengths } = toLines(written)
    let offset = 1
    const offsets = lengths.map(length => {
      offset += length
      return offset - length
    })
    // Said twice it is stored once: a draft has one writer, and its lines have their numbers.
    await connections.runAgain({
      text: `
        WITH moved AS (
          INSERT INTO ${SCHEMA}.drafts (name, life, draft, project, session, subpath, born, ends, bytes, modified_at)
          VALUES ($1, $2, $3, $4, $5, $6, now()::date, $7::bigint + $8::bigint, $9, now())
          ON CONFLICT (name, life) DO UPDATE SET
            ends = excluded.ends, modified_at = now(),
            bytes = drafts.bytes + CASE WHEN drafts.ends < excluded.ends THEN excluded.bytes ELSE 0 END
          RETURNING born
        )
        INSERT INTO ${SCHEMA}.entries (name, life, seq, born, line)
        SELECT $1, $2, $7::bigint + line.index - 1, moved.born, substring($10::bytea FROM line.place FOR line.length)
        FROM moved, unnest($11::int[], $12::int[]) WITH ORDINALITY AS line (place, length, index)
        ON CONFLICT DO NOTHING`,
      values: [
        ...[log.name, log.life, draft, log.key.project, log.key.session, log.key.subpath ?? ''],
        ...[log.end, lengths.length, bytes.length, bytes, offsets, lengths],
      ],
    })
    log.end += lengths.length
  }
}
