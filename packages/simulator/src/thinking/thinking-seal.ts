import type { ApiRequest, ApiTarget, ContentBlock } from '@antiphon/contract'
import type { Checked } from '../check/refusal.ts'

/** Signs thinking over all that came before it, and checks that what comes back is what was signed. */
export interface ThinkingSeal {
  /** The blocks with a signature on each thinking block: bound to the model, the request and the thinking before it. */
  sign(
    blocks: readonly ContentBlock[],
    place: { readonly request: ApiRequest; readonly target: ApiTarget },
  ): readonly ContentBlock[]
  /** Refuses what was edited, reordered or has a gap; or gives the request as the model reads it, without what was dropped. */
  check(request: ApiRequest, target: ApiTarget): Checked<UnsealedRequest>
}

export type UnsealedRequest = {
  readonly request: ApiRequest
  readonly transformations: readonly InputTransformation[]
}

/** A block that was dropped instead of refused, as `input_transformations` reports it. */
export type InputTransformation = {
  readonly type: 'thinking_block_dropped'
  readonly message_index: number
  readonly content_index: number
  readonly reason: string
}
