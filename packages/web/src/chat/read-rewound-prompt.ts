import { isContextContent, renderReference } from '@antiphon/core/context'
import type { AttachedContext, AttachedImage } from '@antiphon/server/protocol'
import { readContexts } from '../context/read-contexts.ts'
import type { StoryItem } from '../story/compute-story.ts'
import { firstBlock, readText } from '../story/first-block.ts'
import { isCutText } from '../story/use-whole.ts'
import { MEDIA_TYPES } from './read-image.ts'
import type { Draft } from './use-draft.ts'

/** A prompt that a session can go back to: its uuid in the log, and what was said, to say it again. */
export type RewoundPrompt = {
  readonly uuid: string
  readonly draft: Draft
}

/** The prompt of a turn; undefined where it is none that a person could go back to. */
export function readRewoundPrompt(heading: readonly StoryItem[], ownId: string): RewoundPrompt | undefined {
  const [first] = heading
  const entry = first?.place?.placed.entry
  const uuid = entry && 'uuid' in entry ? entry.uuid : undefined
  if (!first || typeof uuid !== 'string' || !UUID.test(uuid)) return undefined
  const { item } = first
  if (item.kind !== 'prompt' || item.isSidechain || item.isRetracted || item.isVirtual) return undefined
  if (item.author !== undefined && item.author.id !== ownId) return undefined
  return { uuid, draft: readDraft(heading, entry) }
}

// The server takes no other.
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function readDraft(heading: readonly StoryItem[], entry: unknown): Draft {
  const texts = heading.flatMap(({ item }) => {
    const block = firstBlock(item.message)
    return block && block.type !== 'text' ? [] : [item.text]
  })
  const contents = texts.filter(isContextContent)
  const words = texts.filter(text => !isContextContent(text)).map(text => readContexts(text, entry))
  const references = words[0]?.references ?? []
  return {
    text: words.map(({ text }) => text.trim()).join('\n\n'),
    contexts: references.map(reference => ({ reference, content: findContent(reference, contents) })),
    images: heading.flatMap(readImage),
  }
}

/** What was attached for a reference, from the block that tells it; null for a place, which is looked at again. */
function findContent(
  reference: AttachedContext['reference'],
  contents: readonly string[],
): AttachedContext['content'] {
  const head = `: ${renderReference(reference)}`
  const told = contents.find(text => text.slice(0, text.indexOf('\n')).endsWith(head))
  return told === undefined || isCutText(told) ? null : told.split('\n').slice(2, -1).join('\n')
}

function readImage({ item }: StoryItem, index: number): readonly AttachedImage[] {
  const block = firstBlock(item.message)
  const source = block?.type === 'image' && 'source' in block ? block.source : undefined
  const mediaType = MEDIA_TYPES.find(known => known === readText(source, 'media_type'))
  const data = readText(source, 'data') ?? ''
  // What the page has not loaded is no picture.
  return mediaType && /^[A-Za-z0-9+/]+={0,2}$/.test(data) ? [{ name: `image-${index}`, mediaType, data }] : []
}
