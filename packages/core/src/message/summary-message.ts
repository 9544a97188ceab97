import type { UUID } from './uuid.ts'

/** Names the conversation that ends at `leafUuid`; it stands alone in a file, without parent. */
export type SummaryMessage = {
  readonly type: 'summary'
  readonly summary: string
  readonly leafUuid: UUID
  readonly uuid?: UUID
  readonly sessionId?: string
  readonly timestamp?: string
}
