import { readNumber } from '../message/read-field.ts'
import { LONGEST_SILENCE_MS } from '../ui/longest-silence.ts'
import type { PersonItem } from '../ui/person-item.ts'

/** How long a turn took: as the log tells it, else from its first time to its last without silences that are no work. */
export function measureTurn(items: readonly PersonItem[]): number | undefined {
  const told = items.findLast(
    ({ message }) => message.type === 'system' && message.subtype === 'turn_duration',
  )
  const recorded = readNumber(told?.message, 'durationMs')
  if (recorded !== undefined) return recorded
  const times = items.flatMap(timesOf).filter(time => !Number.isNaN(time))
  if (times.length < 2) return undefined
  const ordered = times.toSorted((one, other) => one - other)
  return ordered.reduce((sum, time, index) => {
    const gap = time - (ordered[index - 1] ?? time)
    return sum + (gap > LONGEST_SILENCE_MS ? 0 : gap)
  }, 0)
}

function timesOf(item: PersonItem): readonly number[] {
  const end = item.kind === 'tool' ? item.story.endedAt : undefined
  return [Date.parse(item.timestamp), ...(end === undefined ? [] : [Date.parse(end)])]
}
