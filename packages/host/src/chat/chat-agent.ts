import type { WireEvent } from '@antiphon/core'
import type { AgentId, AgentState, ChatModel, FileRewind } from '@antiphon/core/chat'
import type { ControlRequestEvent, PresentPerson, WaitingPrompt, WireSlashCommand } from '@antiphon/core/wire'
import type { HostAnswer, HostFrame, HostPrompt } from '../headless/host-frame.ts'
import type { Workspace } from '../suggestions/workspace.ts'

/** An agent as a chat has it, wherever it runs: it hears the frames of stream-json, and says its own to whoever opened it. */
export interface ChatAgent {
  readonly id: AgentId
  /** What suggestions are made of. */
  readonly workspace: Workspace
  /** How it stands now. */
  standing(): AgentStanding
  /** Resolves when the prompt is safe with it. */
  take(prompt: HostPrompt): Promise<void>
  /** A question or the taking back of one; the answer comes as an event. */
  hear(frame: Extract<HostFrame, { readonly kind: 'request' | 'cancel' }>): void
  /** What it asked and nobody answered. */
  pending(): readonly ControlRequestEvent[]
  /** Brings files back to what they were at a prompt; that it cannot is told in the result. */
  rewindFiles(rewind: { readonly message: string; readonly isDryRun: boolean }): Promise<FileRewind>
  /** Hands in an answer; false where nobody waits for it. */
  settle(requestId: string, answer: HostAnswer): boolean
  readonly presence: AgentPresence
  /** Somebody came or left. */
  look(): void
  /** Lets prompts be answered that waited in the log. */
  release(): void
  /** Notes in its log that it works in another folder from here on, where its log is ours to write. */
  relocate(): Promise<void>
  /** Whether it has something to do. */
  isBusy(): boolean
  /** Ends the turn that runs and makes everything durable. */
  end(): Promise<void>
}

/** Who is at the pages of a session. */
export type AgentPresence = {
  readonly note: (place: string, person: PresentPerson) => void
  readonly renew: (place: string) => void
  readonly leave: (place: string, afterMs?: number) => void
}

/** What an agent can say of itself at any time. */
export type AgentStanding = {
  readonly sessionId: string
  readonly cwd: string
  /** Empty where it has not said it yet. */
  readonly model: string
  /** Those that it offers. */
  readonly models: readonly ChatModel[]
  readonly permissionMode: string
  /** What a person should know: settings that could not be read, repairs. */
  readonly problems: readonly string[]
  /** Prompts that wait for their turn, the oldest first, by the person's own words. */
  readonly queued: readonly WaitingPrompt[]
  /** Whether they wait for a person's word: they stood in the log, which anybody may have written. */
  readonly isHolding: boolean
  /** What a person can call by a slash. */
  readonly commands: readonly WireSlashCommand[]
  /** Who is here; `presence` tells of changes. */
  readonly people: readonly PresentPerson[]
  /** The file of its session. */
  readonly path: string
  readonly state: AgentState
}

/** Who opened an agent, as it knows them. */
export type AgentOwner = {
  readonly say: (event: WireEvent) => void
  /** How many pages listen. */
  readonly followers: () => number
  /** It cannot go on, and has to be closed. */
  readonly onBroken: () => void
}

/** Opens an agent; rejects with what a person has to know where that cannot be. */
export type OpenAgentFor = (owner: AgentOwner) => Promise<ChatAgent>

/** Why an agent is not opened for a session. */
export const HELD: string =
  'Another program writes this session now. Wait until it ends, or continue in a copy of the session.'
