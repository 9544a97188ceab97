import type { ScriptReply } from '../model/script/script-reply.ts'
import { fail } from './fail.ts'
import type { TestSimulator } from './start-test-simulator.ts'

/** Fails where the script has replies that nobody asked for, or was asked for more than it had. */
export function assertScriptUsedUp({ script }: Pick<TestSimulator, 'script'>): void {
  const overrun = script.overrun()
  if (overrun > 0)
    fail(
      `the script was too short: it was asked ${overrun} times more than it had replies`,
      assertScriptUsedUp,
    )
  const left = script.left()
  if (left.length > 0) {
    const list = left.map(reply => `\n  ${describeReply(reply)}`).join('')
    fail(
      `the script was not used up: nobody asked for the last ${left.length} replies:${list}`,
      assertScriptUsedUp,
    )
  }
}

const SHOWN_UNITS = 100

function describeReply(reply: ScriptReply): string {
  const text = typeof reply === 'function' ? `function ${reply.name}` : JSON.stringify(reply)
  return text.length > SHOWN_UNITS ? `${text.slice(0, SHOWN_UNITS)}…` : text
}
