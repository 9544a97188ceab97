import {
  type ApiRequest,
  type ApiTarget,
  type ContentBlock,
  canonicalModelName,
  isThinkingBlock,
} from '@antiphon/contract'
import { type Checked, refuse } from '../check/refusal.ts'
import { createForeignSeals } from './foreign-seals.ts'
import { bindsToPrefix, judgeThinking } from './judge-thinking.ts'
import { decodeSeal, encodeSeal, nameSeal, type SealPayload } from './seal-payload.ts'
import { digestThinking, readSeal, withSeal } from './thinking-block.ts'
import type { InputTransformation, ThinkingSeal, UnsealedRequest } from './thinking-seal.ts'
import { walkPrefix } from './walk-prefix.ts'

export type ThinkingSealOptions = {
  /** Let thinking pass that no simulator signed, to go on with a session of the real API. */
  readonly acceptsForeign?: boolean
  /** An account of before 2026-08-31: checked only where the request asks for it. */
  readonly isOldAccount?: boolean
}

/** Signs thinking over the model, everything before it and the thinking before it. */
export function createThinkingSeal(options: ThinkingSealOptions = {}): ThinkingSeal {
  const foreign = createForeignSeals()

  function sign(
    blocks: readonly ContentBlock[],
    { request, target }: { readonly request: ApiRequest; readonly target: ApiTarget },
  ): readonly ContentBlock[] {
    if (!blocks.some(isThinkingBlock)) return blocks
    const here = request.messages.length
    const answered = {
      ...request,
      messages: [...request.messages, { role: 'assistant' as const, content: blocks }],
    }
    const signed = [...blocks]
    let previous: string | null = null
    for (const { messageIndex, contentIndex, block, before } of walkPrefix(answered)) {
      const given = readSeal(block)
      const model = canonicalModelName(target.model)
      const payload: SealPayload = { model, content: digestThinking(block), ...before, previous }
      const seal = given === '' ? encodeSeal(payload) : given
      if (messageIndex === here) {
        if (given !== '') foreign.remember(given, payload)
        signed[contentIndex] = withSeal(block, seal)
      }
      previous = nameSeal(seal)
    }
    return signed
  }

  function check(request: ApiRequest, target: ApiTarget): Checked<UnsealedRequest> {
    const isBinding = bindsToPrefix(request, target, options.isOldAccount === true)
    const latestTurn = findLatestTurn(request)
    const transformations: InputTransformation[] = []
    let previous: string | null = null
    let lastOfTurn = false
    for (const place of walkPrefix(request)) {
      const { messageIndex, contentIndex, block } = place
      const seal = readSeal(block)
      const payload = decodeSeal(seal) ?? foreign.find(seal, digestThinking(block))
      const isLatestTurn = messageIndex >= latestTurn
      if (payload || options.acceptsForeign !== true) {
        const hasNeighbour = isLatestTurn && lastOfTurn
        const verdict = judgeThinking({
          request,
          target,
          place,
          payload,
          previous,
          isLatestTurn,
          hasNeighbour,
          isBinding,
        })
        if (verdict.kind === 'refuse') return refuse(verdict.refusal)
        if (verdict.kind === 'drop') {
          const place = { message_index: messageIndex, content_index: contentIndex }
          transformations.push({ type: 'thinking_block_dropped', ...place, reason: verdict.reason })
          continue
        }
      }
      previous = nameSeal(seal)
      lastOfTurn = isLatestTurn
    }
    return { ok: true, value: { request: withoutBlocks(request, transformations), transformations } }
  }

  return { sign, check }
}

function withoutBlocks(request: ApiRequest, dropped: readonly InputTransformation[]): ApiRequest {
  if (dropped.length === 0) return request
  const places = new Set(
    dropped.map(({ message_index, content_index }) => `${message_index}.${content_index}`),
  )
  const messages = request.messages.map((message, index) => {
    const { content } = message
    if (typeof content === 'string') return message
    return { ...message, content: content.filter((_, part) => !places.has(`${index}.${part}`)) }
  })
  return { ...request, messages }
}

/** The index behind the last message in which a person spoke: results of tools do not end a turn. */
function findLatestTurn({ messages }: ApiRequest): number {
  return messages.findLastIndex(({ role, content }) => role === 'user' && hasWords(content)) + 1
}

function hasWords(content: unknown): boolean {
  if (!Array.isArray(content)) return true
  return content.some((block: { readonly type?: unknown }) => block?.type !== 'tool_result')
}
