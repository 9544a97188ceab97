import type { ReferenceWithContent } from '../context/context-content.ts'
import type { WireEvent } from '../wire/wire-event.ts'

/** Who answers: the installed Claude Code, our own agent, our own with the built-in demo model, or a program by its name that speaks the Agent Client Protocol. */
export type AgentId = 'claude' | 'antiphon' | 'demo' | AcpAgentId

/** A program that speaks the Agent Client Protocol, by the name that people gave it. */
export type AcpAgentId = `acp:${string}`

/** The name of such a program; null for every other agent. */
export function readAcpName(agent: unknown): string | null {
  return typeof agent === 'string' && /^acp:[\w-]{1,40}$/.test(agent) ? agent.slice('acp:'.length) : null
}

/** What an agent is at. */
export type AgentState = 'idle' | 'running' | 'requires_action'

/** A model that can be chosen. */
export type ChatModel = { readonly id: string; readonly name: string }

/** What an agent said, with its number: an event counts once, however often it comes. */
export type ChatEvent = { readonly seq: number; readonly event: WireEvent }

/** A picture that goes along with a prompt. */
export type AttachedImage = {
  readonly name: string
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'
  /** Its bytes in base64. */
  readonly data: string
}

/** A reference and, for kinds that are no place one could look at, what it refers to. */
export type AttachedContext = ReferenceWithContent

/** Something that could be attached, in words for a list. */
export type ContextSuggestion = AttachedContext & {
  readonly label: string
  readonly detail: string | null
}

/** What bringing files back changes. */
export type FileRewind = {
  readonly canRewind: boolean
  /** Why it cannot be; empty where it can. */
  readonly error: string
  /** Whole paths. */
  readonly filesChanged: readonly string[]
  readonly insertions: number
  readonly deletions: number
  /** What a person should know: files left alone, changes of others. */
  readonly notices: readonly string[]
}
