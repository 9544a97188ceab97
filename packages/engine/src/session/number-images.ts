import type { ContentBlock } from '@antiphon/contract'
import { isUserMessage, type Message, type UserMessage } from '@antiphon/core'

/** Numbers the images of a prompt, on from those of the prompts before it: by that number a person speaks of each. */
export function numberImages(
  prompt: string | readonly ContentBlock[],
  before: readonly Message[],
): Pick<UserMessage, 'imagePasteIds'> {
  const images = typeof prompt === 'string' ? [] : prompt.filter(({ type }) => type === 'image')
  if (images.length === 0) return {}
  const last = before.reduce(highest, 0)
  return { imagePasteIds: images.map((_, index) => last + index + 1) }
}

/** A log may hold anything in their place. */
function highest(last: number, message: Message): number {
  const ids: unknown = isUserMessage(message) ? message.imagePasteIds : undefined
  return Array.isArray(ids) ? ids.filter(Number.isSafeInteger).reduce((a, b) => Math.max(a, b), last) : last
}
