import type { ApiViewMessage, TranscriptEntry } from '@antiphon/core'

/**
 * The model's view joins what stands beside each other. What the program said before a prompt stands for itself here again,
 * so that who lists the session takes the prompt for the prompt.
 */
export function setMetaApart(
  view: readonly ApiViewMessage[],
  live: readonly TranscriptEntry[],
): readonly ApiViewMessage[] {
  const places = new Map(live.map(({ uuid }, place) => [uuid, place]))
  // A uuid that two messages bear says of neither where it is.
  if (places.size < live.length) return view
  let from = 0
  return view.flatMap(message => {
    const place = places.get(message.uuid)
    if (place === undefined) return [message]
    const sources = live.slice(from, place + 1).filter(isUser)
    from = place + 1
    return message.type === 'user' ? takeApart(message, sources) : [message]
  })
}

type UserMessage = Extract<ApiViewMessage, { readonly type: 'user' }>

function takeApart(message: UserMessage, sources: readonly UserEntry[]): readonly ApiViewMessage[] {
  const [source, ...others] = sources
  if (source?.isMeta !== true || source.uuid === message.uuid) return [message]
  const content = toBlocks(message.message.content)
  const own = toBlocks((source.message as { readonly content?: unknown } | undefined)?.content)
  const rest = content.slice(own.length)
  const isFirst = own.every((block, place) => JSON.stringify(block) === JSON.stringify(content[place]))
  if (!isFirst || own.length === 0 || rest.length === 0) return [message]
  return [
    withContent(message, source.uuid, own),
    ...takeApart(withContent(message, message.uuid, rest), others),
  ]
}

type UserEntry = Extract<TranscriptEntry, { readonly type: 'user' }>

function isUser(entry: TranscriptEntry): entry is UserEntry {
  return entry.type === 'user'
}

function toBlocks(content: unknown): readonly unknown[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return Array.isArray(content) ? content : []
}

function withContent(message: UserMessage, uuid: string, content: readonly unknown[]): UserMessage {
  return { ...message, uuid, message: { ...message.message, content } } as UserMessage
}
