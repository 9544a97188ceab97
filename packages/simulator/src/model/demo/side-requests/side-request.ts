import type { ApiRequest } from '@antiphon/core'
import { blocksOf } from '../situation/situation.ts'

/** A request that no person made: an agent asks its model for a title, a summary and the like. */
export interface SideRequest {
  readonly name: string
  /** The text that is asked for; null where the request is of another kind. */
  answer(view: SideView): string | null
}

/** The words of a request. */
export type SideView = {
  readonly request: ApiRequest
  readonly system: string
  /** The last user message. */
  readonly last: string
  readonly hasTools: boolean
}

export function viewSide(request: ApiRequest): SideView {
  const { system, messages, tools } = request
  const lastUser = messages.findLast(({ role }) => role === 'user')
  return {
    request,
    system: typeof system === 'string' ? system : (system ?? []).map(({ text }) => text).join('\n'),
    last: (lastUser ? blocksOf(lastUser) : [])
      .flatMap(block => (block.type === 'text' ? [block.text] : []))
      .join('\n'),
    hasTools: (tools ?? []).length > 0,
  }
}
