import { createApiView } from '@antiphon/core'
import { median, printRow } from './bench-row.ts'
import { generateTurn } from './generated-session.ts'

const TURNS_MEASURED = 1000

/** What one more turn costs, in milliseconds, behind a history of `messages` messages. */
function measure(messages: number): number {
  const view = createApiView([{ name: 'Read' }])
  const turns = messages / 4
  for (let turn = 0; turn < turns; turn++) for (const message of generateTurn(turn)) view.append(message)
  view.messages()
  globalThis.gc?.()
  const times: number[] = []
  for (let turn = turns; turn < turns + TURNS_MEASURED; turn++) {
    const next = generateTurn(turn)
    const start = performance.now()
    for (const message of next) view.append(message)
    view.messages()
    times.push(performance.now() - start)
  }
  return median(times)
}

measure(1_000)
// Noise only ever adds, so the better of two runs counts.
const short = Math.min(measure(1_000), measure(1_000))
const long = Math.min(measure(100_000), measure(100_000))
printRow({
  name: 'one more turn at 100,000 messages',
  value: `${long.toFixed(3)} ms`,
  target: '< 1 ms',
  pass: long < 1,
})
printRow({
  name: 'the same turn at 100,000 and at 1,000 messages',
  value: `${(long / short).toFixed(2)} ×`,
  target: '≤ 2 ×',
  pass: long / short <= 2,
})
