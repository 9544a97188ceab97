import type { ContextReference, MessageAuthor } from '@antiphon/core'
import type {
  AcpAgentId,
  AgentId,
  AgentState,
  AttachedContext,
  AttachedImage,
  ChatModel,
} from '@antiphon/core/chat'
import type { PresenceActivity, PresentPerson, WaitingPrompt, WireSlashCommand } from '@antiphon/core/wire'

export type {
  AgentId,
  AttachedContext,
  AttachedImage,
  ChatModel,
  ContextSuggestion,
  FileRewind,
} from '@antiphon/core/chat'

/** An agent that can be talked to here. */
export type AgentChoice =
  | {
      readonly id: 'claude'
      readonly version: string
      /** Where it is installed. */
      readonly path: string
      readonly models: readonly ChatModel[]
    }
  | {
      readonly id: 'antiphon'
      /** Whom it asks: the API, a cloud, or the host of a compatible URL. */
      readonly provider: 'anthropic' | 'bedrock' | 'vertex' | (string & {})
      /** Where its key is from. */
      readonly keyFrom: 'environment' | 'settings' | 'cloud'
      readonly models: readonly ChatModel[]
    }
  /** Speaks the Agent Client Protocol, with a login of its own. */
  | { readonly id: AcpAgentId; readonly path: string; readonly models: readonly ChatModel[] }
  /** Costs nothing, and is no language model. */
  | { readonly id: 'demo'; readonly models: readonly ChatModel[] }

export type ChatChoices = {
  readonly models: readonly ChatModel[]
  readonly permissionModes: readonly string[]
  /** Directories of known sessions, the newest first, and the server's own. */
  readonly folders: readonly string[]
  /** Whether the built-in demo model answers, since no key is set. */
  readonly isDemo: boolean
}

export type ChatWish = {
  /** The log to go on with, as in every other question; a new session without it. */
  readonly session?: string
  /** Where a new session or a copy works: one of the offered folders, or one that a person typed. */
  readonly cwd?: string
  /** Our own unless told. */
  readonly agent?: AgentId
  readonly model?: string
  readonly permissionMode?: string
  /** Go on in a copy of the session: for one that another program writes. */
  readonly fork?: boolean
  /** With `fork`: the prompt, by its uuid, of which the copy knows nothing, nor of what came of it. */
  readonly before?: string
  /** Take the session from whoever writes it in the team's store: they are refused from then on. */
  readonly takeOver?: boolean
}

/** Files as they were when a prompt was said, or only what that would change. */
export type ChatRewind = ChatName & {
  /** The prompt's uuid. */
  readonly message: string
  readonly isDryRun: boolean
}

/** What is in the way of a session: another program writes it, its folder is gone or was never named, … */
export type ChatOffer = {
  /** Where the session works, as its log says. */
  readonly cwd: string | null
  readonly problem:
    | 'held'
    | 'folder-gone'
    | 'folder-unknown'
    | 'subagent'
    | 'foreign'
    | 'archived'
    | 'read-only'
    | null
  /** Whether another program may write it: nothing is in the way, but two writers confuse each other. */
  readonly mayBeHeld: boolean
  /** Who writes it, where that is known: then it can be taken from them. */
  readonly holder?: SessionHolder
}

/** Who writes a session of a team's store. */
export type SessionHolder = {
  readonly person: string
  readonly host: string
  /** Null where they did not say. */
  readonly since: string | null
}

/** An agent that runs for a session, whoever started it. */
export type RunningAgent = {
  readonly chat: string
  readonly session: string
  readonly state: AgentState
}

export type OpenChat = {
  readonly chat: string
  /** The log of its session; it may not exist before the first prompt. */
  readonly session: string
  readonly sessionId: string
  readonly agent: AgentId
  readonly cwd: string
  /** Empty where it has not said it yet. */
  readonly model: string
  /** Those that it offers. */
  readonly models: readonly ChatModel[]
  readonly permissionMode: string
  readonly isDemo: boolean
  /** What a person should know: settings that could not be read, repairs. */
  readonly problems: readonly string[]
  /** Prompts that wait for their turn, the oldest first, by the person's own words. */
  readonly queued: readonly WaitingPrompt[]
  /** Whether they wait for a person's word: they stood in the log, which anybody may have written. */
  readonly isHolding: boolean
  /** What a person can call by a slash. */
  readonly commands: readonly ChatCommand[]
  /** Who is here; `presence` tells of changes. */
  readonly people: readonly PresentPerson[]
  /** Who runs the server, as the system calls them: a name for those of its machine who have not said theirs. */
  readonly systemUser: string
}

/** Something that can be called by a slash; `builtin` is the program's own. */
export type ChatCommand = WireSlashCommand

/** Which agent is meant. */
export type ChatName = { readonly chat: string }

/** Where to hear an agent from; 0 is its first event. */
export type ChatEventsQuestion = ChatName & {
  readonly from: number
  /** The page that asks. */
  readonly place?: string
  /** Only what was said by now: for those who ask again instead of holding a connection. */
  readonly once?: 1
}

/**
 * `seq` counts the events of a chat; old ones of finished turns may be gone, since the log has what they said. Whoever
 * begins at 0 hears all that holds now: the newest `system` events `init` (model, mode, tools), `session_state_changed`
 * (`running`, `requires_action`, `idle`) and `status` with `permissionMode` or `model`, the open `control_request`s, and
 * the turn that runs. `control_cancel_request` says that a question is taken back, or that some page has answered it. A
 * prompt that is taken up comes as `user` with `isReplay`, its uuid and its `contexts`. What the agent would say to a
 * person on a terminal comes as `system` `informational`. `presence` says who is here and `prompts_waiting` which prompts
 * wait, each the newest only; `origin` of a `control_cancel_request` is who answered, with `behavior` and `tool_name`.
 * `agent_ended` says in `words` why a program ended that was driven from here.
 */
export type { ChatEvent } from '@antiphon/core/chat'

export type ChatPrompt = ChatName & {
  readonly uuid: string
  readonly text: string
  readonly contexts: readonly AttachedContext[]
  /** Pictures, in their order. */
  readonly images?: readonly AttachedImage[]
  /** Who says it. */
  readonly author?: MessageAuthor
}

export type ChatPresence = ChatName & {
  /** The page, by a name of its own. */
  readonly place: string
  readonly author: MessageAuthor
  readonly activity: PresenceActivity | 'gone'
}

export type ChatControl = ChatName & { readonly frame: Readonly<Record<string, unknown>> }

export type ContextQuestion = ChatName & {
  /** All kinds that can be looked up, unless told. */
  readonly kind?: ContextReference['type']
  readonly query: string
}
