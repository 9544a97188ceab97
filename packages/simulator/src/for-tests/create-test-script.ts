import { createScriptModel } from '../model/script/create-script-model.ts'
import type { ScriptReply } from '../model/script/script-reply.ts'
import type { SimulatedModel } from '../model/simulated-model.ts'

/** A script that a test can add to and ask how far it came. */
export interface TestScript {
  readonly model: SimulatedModel
  say(replies: readonly ScriptReply[]): void
  /** The replies that nobody has asked for yet. */
  left(): readonly ScriptReply[]
  /** How many requests came when there was no reply left. */
  overrun(): number
}

/** Says a reply a request; one request too many is an error, since a test should know how often it asks. */
export function createTestScript(replies: readonly ScriptReply[]): TestScript {
  const left = [...replies]
  let said = 0
  let overrun = 0
  return {
    model: {
      name: 'script',
      answer(request, turn) {
        const reply = left.shift()
        if (reply !== undefined) {
          said++
          return createScriptModel([reply]).answer(request, turn)
        }
        overrun++
        throw new Error(
          `the script is used up after ${said} of ${said + overrun} requests; say() what comes next`,
        )
      },
    },
    say: more => void left.push(...more),
    left: () => [...left],
    overrun: () => overrun,
  }
}
