import { isObject } from '@antiphon/contract'
import { readText } from '../story/first-block.ts'
import { type ChatState, giveBack } from './chat-state.ts'

/** The state after the agent's answer to a wish; answers to questions of others change nothing. */
export function settleWish(state: ChatState, response: unknown): ChatState {
  const requestId = readText(response, 'request_id')
  const wish = state.wishes.find(one => one.requestId === requestId)
  if (!wish || !isObject(response)) return state
  const settled = { ...state, wishes: state.wishes.filter(one => one !== wish) }
  if (response.subtype !== 'success') {
    const words = readText(response, 'error') ?? ''
    return { ...settled, trouble: { kind: 'refused', words } }
  }
  const answer = response.response
  switch (wish.request.subtype) {
    case 'interrupt':
    case 'peer_edit':
      return settled
    case 'set_model':
      return { ...settled, model: readText(answer, 'model') ?? wish.request.model }
    case 'set_permission_mode':
      return { ...settled, permissionMode: readText(answer, 'mode') ?? wish.request.mode }
    case 'cancel_async_message':
      return isObject(answer) && answer.cancelled === true
        ? giveBack(settled, wish.request.message_uuid)
        : { ...settled, trouble: { kind: 'too-late', words: '' } }
  }
}
