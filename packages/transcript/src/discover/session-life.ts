import type { SessionSummary } from './session-summary.ts'

/**
 * When a session was last written, as its last entry says. That its file was touched means nothing: repairs, names and
 * restored backups do that, too. The file's own time where no entry tells one, or tells one that is still to come.
 */
export function findLastTime({
  endedAt,
  modifiedAt,
}: Pick<SessionSummary, 'endedAt' | 'modifiedAt'>): string {
  if (endedAt === undefined) return modifiedAt
  const isToCome = Date.parse(endedAt) > Date.parse(modifiedAt) + DAY_MS
  return isToCome ? modifiedAt : new Date(endedAt).toISOString()
}

const DAY_MS = 24 * 60 * 60 * 1000

/** True for one prompt of a program: what `-p` and the SDKs leave by the hundred. */
export function isOneOff({
  entrypoint,
  firstPrompt,
  lastPrompt,
}: Pick<SessionSummary, 'entrypoint' | 'firstPrompt' | 'lastPrompt'>): boolean {
  return entrypoint?.startsWith('sdk-') === true && firstPrompt === lastPrompt
}
