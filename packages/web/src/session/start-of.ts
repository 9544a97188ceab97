import type { Target } from '../story/target.ts'
import type { SessionState } from './session-state.ts'

/** Where a list begins: a link may name a message alone. */
export function startOf(target: Target, entries: SessionState['entries']): Target {
  const { uuid, seq } = target
  if (seq !== undefined || uuid === undefined) return target
  return { seq: entries.find(({ entry }) => 'uuid' in entry && entry.uuid === uuid)?.seq }
}
