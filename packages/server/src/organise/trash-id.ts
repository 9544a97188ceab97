import { createHash } from 'node:crypto'
import type { TrashedSession } from '@antiphon/host'
import type { TrashedRow } from '../protocol/organise-protocol.ts'

/** The name of a deleted session as the page knows it: it tells no path. */
export function toTrashId({ root, name }: Pick<TrashedSession, 'root' | 'name'>): string {
  return createHash('sha256').update(`${root}\n${name}`).digest('base64url').slice(0, 22)
}

/** A deleted session as the page lists it, with the day on which it goes for good. */
export function toTrashedRow(trashed: TrashedSession, days: number): TrashedRow {
  const { key, title, cwd, deletedAt } = trashed
  const purgedAt = new Date(Date.parse(deletedAt) + days * DAY_MS).toISOString()
  return { trashed: toTrashId(trashed), sessionId: key.session, title, cwd, deletedAt, purgedAt }
}

const DAY_MS = 24 * 60 * 60 * 1000
