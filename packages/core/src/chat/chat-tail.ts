import { isContentBlock, isObject } from '@antiphon/contract'
import { readText } from '../message/read-field.ts'
import { addDelta, type OpenBlock } from '../model-stream/open-block.ts'

/** What the agent is saying, block by block, until the log has it. */
export type AnswerTail = {
  /** The answer that is being written; empty where none is. */
  readonly messageId: string
  readonly blocks: readonly TailBlock[]
}

export type TailBlock = {
  readonly messageId: string
  readonly index: number
  readonly open: OpenBlock
  readonly isClosed: boolean
  /** The entry that holds it, once the agent gave it whole: it is in the log, or about to be. */
  readonly uuid: string | undefined
}

export const NO_TAIL: AnswerTail = { messageId: '', blocks: [] }

/** The tail with one more event of the model's stream; what cannot stand there changes nothing. */
export function addStreamEvent(tail: AnswerTail, event: unknown): AnswerTail {
  if (!isObject(event)) return tail
  switch (event.type) {
    case 'message_start': {
      const messageId = readText(event.message, 'id') ?? ''
      // An answer that begins anew takes back what was begun before it.
      return messageId === tail.messageId ? tail : { messageId, blocks: tail.blocks.filter(isSaid) }
    }
    case 'content_block_start':
      return startBlock(tail, event)
    case 'content_block_delta':
      return change(tail, event.index, block => {
        const open = block.isClosed ? null : addDelta(block.open, event.delta)
        return open ? { ...block, open } : block
      })
    case 'content_block_stop':
      return change(tail, event.index, block => ({ ...block, isClosed: true }))
    default:
      return tail
  }
}

/** The tail when the agent has given a block whole: the one of its answer that began last, as it does so before the next. */
export function markSaid(tail: AnswerTail, message: unknown, uuid: string): AnswerTail {
  const messageId = readText(message, 'id')
  const given = tail.blocks.findLast(block => block.messageId === messageId)
  if (!given || given.uuid !== undefined) return tail
  const said = { ...given, isClosed: true, uuid }
  return { ...tail, blocks: tail.blocks.map(block => (block === given ? said : block)) }
}

/** The tail of a turn that is over: only what the log will have stays until it has it. */
export function endTail(tail: AnswerTail): AnswerTail {
  return { messageId: '', blocks: tail.blocks.filter(isSaid) }
}

function isSaid({ uuid }: TailBlock): boolean {
  return uuid !== undefined
}

function startBlock(
  tail: AnswerTail,
  { index, content_block: block }: Readonly<Record<string, unknown>>,
): AnswerTail {
  if (tail.messageId === '' || typeof index !== 'number' || !isContentBlock(block)) return tail
  if (tail.blocks.some(one => one.messageId === tail.messageId && one.index === index)) return tail
  const started = { messageId: tail.messageId, index, open: { block, json: '' } }
  return { ...tail, blocks: [...tail.blocks, { ...started, isClosed: false, uuid: undefined }] }
}

function change(tail: AnswerTail, index: unknown, update: (block: TailBlock) => TailBlock): AnswerTail {
  const blocks = tail.blocks.map(block =>
    block.messageId === tail.messageId && block.index === index ? update(block) : block,
  )
  return { ...tail, blocks }
}
