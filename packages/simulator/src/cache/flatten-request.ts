import { hash } from 'node:crypto'
import type { ApiRequest, ApiTarget } from '@antiphon/contract'
import { estimateTokens } from '@antiphon/core/usage'
import { canonicalJson } from '../canonical-json.ts'
import { findReferencedDefinitions, isLoadedTool, toBlocks } from '../tokens/loaded-tools.ts'

/** One block of a request in the order in which the cache reads it: tools, system, messages. */
export type CacheBlock = {
  readonly level: 'tools' | 'system' | 'messages'
  readonly path: string
  readonly text: string
  readonly tokens: number
  /** Stands for this block and everything before it. */
  readonly hash: string
  readonly ttl: CacheTtl | null
}

export type CacheTtl = '5m' | '1h'

/** A request as the cache sees it. What is not a block but changes what follows is part of the hashes of its level. */
export function flattenRequest(request: ApiRequest, target: ApiTarget): readonly CacheBlock[] {
  const blocks: CacheBlock[] = []
  let level: CacheBlock['level'] | null = null
  // Each hash takes in the one before it, and so all before it.
  let before = ''
  const settings = describeSettings(request, target)
  for (const { block, path, place } of listBlocks(request)) {
    const opening = place === level ? '' : settings[place]
    level = place
    const text = canonicalJson(block)
    before = hash('sha256', `${before}${opening}${text}`).slice(0, 32)
    const tokens = estimateTokens([block, findReferencedDefinitions(block, request.tools)])
    blocks.push({ level, path, text, tokens, hash: before, ttl: readTtl(block) })
  }
  return withAutomaticMark(blocks, request)
}

/** What invalidates a level beside its blocks (api-rules §4.1). */
function describeSettings(
  request: ApiRequest,
  target: ApiTarget,
): Readonly<Record<CacheBlock['level'], string>> {
  const { thinking, output_config: output, tool_choice: choice, speed } = request
  return {
    tools: `\ntools ${target.model} ${target.apiVersion}\n`,
    system: `\nsystem ${target.model} ${canonicalJson({ speed })}\n`,
    messages: `\nmessages ${target.model} ${canonicalJson({ thinking, output, choice })}\n`,
  }
}

type Listed = { readonly block: unknown; readonly path: string; readonly place: CacheBlock['level'] }

function* listBlocks(request: ApiRequest): Generator<Listed, void, undefined> {
  for (const [index, tool] of (request.tools ?? []).entries())
    if (isLoadedTool(tool)) yield { block: tool, path: `tools.${index}`, place: 'tools' }
  for (const [index, block] of toBlocks(request.system).entries())
    yield { block, path: `system.${index}`, place: 'system' }
  let role = ''
  for (const [index, message] of request.messages.entries())
    for (const [part, block] of toBlocks(message.content).entries()) {
      // A change of voice is part of the block that begins it; neighbours of one role are one turn.
      const opens = message.role === role ? {} : { role: message.role }
      role = message.role
      yield { block: { ...opens, ...block }, path: `messages.${index}.content.${part}`, place: 'messages' }
    }
}

function readTtl(block: unknown): CacheTtl | null {
  const mark: unknown = (block as { readonly cache_control?: unknown }).cache_control
  if (typeof mark !== 'object' || mark === null) return findNestedTtl(block)
  return 'ttl' in mark && mark.ttl === '1h' ? '1h' : '5m'
}

/** A mark inside a tool result counts where the result stands. */
function findNestedTtl(block: unknown): CacheTtl | null {
  const content: unknown = (block as { readonly content?: unknown }).content
  if (!Array.isArray(content)) return null
  for (const inner of content) {
    const ttl = typeof inner === 'object' && inner !== null ? readTtl(inner) : null
    if (ttl) return ttl
  }
  return null
}

/** A mark on the request itself stands on its last block. */
function withAutomaticMark(blocks: readonly CacheBlock[], request: ApiRequest): readonly CacheBlock[] {
  const ttl = readTtl({ cache_control: request.cache_control })
  const last = blocks.at(-1)
  return ttl && last ? [...blocks.slice(0, -1), { ...last, ttl }] : blocks
}
