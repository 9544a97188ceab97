import { isObject } from '@antiphon/contract'
import { isMetaMessage } from '../message/message-guards.ts'
import { readString } from '../message/read-field.ts'
import { readToolPart } from './tool-part.ts'

/**
 * Numbers the turns of a thread: a new one begins with each answer of the model and with each word of a
 * person, but not with tool results or meta messages. A call of an earlier turn gets no result any more.
 */
export function numberTurns(messages: readonly unknown[]): readonly number[] {
  let turn = 0
  let answerId: string | undefined
  let isAfterUser = true
  return messages.map(message => {
    if (!isObject(message)) return turn
    if (message.type === 'assistant') {
      const id = readString(message.message, 'id')
      // One answer is stored block by block, and results may stand between its blocks.
      if (id === undefined ? isAfterUser : id !== answerId) turn += 1
      answerId = id
      isAfterUser = false
    } else if (message.type === 'user') {
      isAfterUser = true
      if (!isMetaMessage(message) && readToolPart(message) === undefined) turn += 1
    }
    return turn
  })
}
