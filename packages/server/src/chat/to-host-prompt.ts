import { composePrompt, type HostPrompt } from '@antiphon/host'
import { type Refusal, refuse } from '../guard/refusal.ts'
import type { ChatPrompt } from '../protocol/chat-protocol.ts'

/** A prompt of the page as a host says it. */
export function toHostPrompt(prompt: ChatPrompt): HostPrompt | Refusal {
  return composePrompt(prompt) ?? refuse(422, 'There is nothing in the prompt.')
}
