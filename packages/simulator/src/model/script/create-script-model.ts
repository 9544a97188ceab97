import type { Answer, SimulatedModel } from '../simulated-model.ts'
import { type ScriptReply, toAnswer } from './script-reply.ts'

/** A model that says what it is told, a reply a request; when they are used up it says so and calls nothing. */
export function createScriptModel(replies: readonly ScriptReply[]): SimulatedModel {
  let next = 0
  return {
    name: 'script',
    answer(request, turn): Answer | Promise<Answer> {
      const reply = replies[next++]
      if (reply === undefined) return { blocks: [{ type: 'text', text: '(the script ends here)' }] }
      return typeof reply === 'function' ? reply(request, turn) : toAnswer(reply)
    },
  }
}
