import { isObject } from '@antiphon/contract'
import { type ApiViewMessage, MISSING_USER_TURN } from '@antiphon/core'

/** Without the turn that the view adds behind a last answer, so that it could be sent: nobody said it. */
export function withoutInvitation(view: readonly ApiViewMessage[]): readonly ApiViewMessage[] {
  const last = view.at(-1)
  if (last?.type !== 'user' || last.isMeta !== true) return view
  const [block, ...others] = last.message.content
  const isInvitation =
    isObject(block) && 'text' in block && block.text === MISSING_USER_TURN && others.length === 0
  return isInvitation ? view.slice(0, -1) : view
}
