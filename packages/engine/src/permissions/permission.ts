import type { JsonObject } from '@antiphon/contract'
import type { Message, PermissionMode } from '@antiphon/core'
import type { PermissionUpdate } from '@antiphon/core/wire'

/** What a call would touch, as far as permission rules can tell. Paths are absolute, as the model gave them. */
export type Access =
  /** Nothing outside the conversation: todos, plan mode, questions. */
  | { readonly kind: 'none' }
  | { readonly kind: 'read'; readonly paths: readonly string[] }
  | { readonly kind: 'write'; readonly paths: readonly string[] }
  | {
      readonly kind: 'command'
      readonly command: string
      readonly cwd: string
      /** The system keeps rules for files (`rules`), and everything outside the folders as it is (`folder`). */
      readonly keptBy?: 'rules' | 'folder'
      /** What the system keeps in need not be asked about. */
      readonly isInside?: boolean
      /** There is a sandbox, and the call asks to run outside. */
      readonly isLeaving?: boolean
    }
  | { readonly kind: 'fetch'; readonly url: string }
  /** Whatever the tool does; a rule names it by its tool and this detail: `Skill(pdf)`, `Task(explorer)`, `mcp__github__search`. */
  | { readonly kind: 'tool'; readonly detail?: string }

/** A call that somebody has to decide on. */
export type PermissionRequest = {
  readonly toolName: string
  readonly input: JsonObject
  readonly access: Access
  readonly isReadOnly: boolean
}

/** What decides beside the request itself. */
export type PermissionState = {
  readonly mode: PermissionMode
  readonly rules: PermissionRules
  readonly cwd: string
  /** Other folders in which files may be read, and edited in `acceptEdits`. */
  readonly additionalDirectories: readonly string[]
  readonly home: string
  /** The one file that may be written in plan mode. */
  readonly planFile?: string
}

/** Rules as settings files write them: `Bash(git log:*)`, `Edit(src/**)`, `WebFetch(domain:example.org)`, `mcp__github`. */
export type PermissionRules = {
  readonly allow: readonly string[]
  readonly deny: readonly string[]
  readonly ask: readonly string[]
}

/** `message` is what the model reads of a refusal; `reason` is for people and logs, `by` says who refused. */
export type PermissionDecision =
  | { readonly behavior: 'allow'; readonly reason: string; readonly rule?: string }
  | {
      readonly behavior: 'deny'
      readonly reason: string
      readonly message: string
      readonly rule?: string
      readonly by?: DenialSource
    }
  | {
      readonly behavior: 'ask'
      readonly reason: string
      /** Rules that would spare the person the next question of this kind. */
      readonly suggestions: readonly string[]
      readonly rule?: string
      /** No hook answers in the person's place: a rule may forbid it, or it touches what can change what runs later. */
      readonly needsPerson?: boolean
      /** The classifier of the automatic mode may answer in the person's place. */
      readonly mayBeJudged?: true
    }

/** Who refused a call, in the words of the wire's `decision_reason_type`; `other` where nobody could be asked. */
export type DenialSource = 'rule' | 'mode' | 'classifier' | 'hook' | 'other'

/** Decides a call by rules and mode alone; pure but for looking at links in the file system. */
export type PermissionPolicy = (request: PermissionRequest, state: PermissionState) => PermissionDecision

/** Asks whoever can be asked: a person at a terminal, a page, a program over the wire. */
export type PermissionPrompt = (question: PermissionQuestion) => Promise<PermissionAnswer>

export type PermissionQuestion = PermissionRequest & {
  readonly toolUseId: string
  readonly title: string
  readonly reason: string
  readonly suggestions: readonly string[]
  readonly signal: AbortSignal
  readonly agentId?: string | undefined
}

/** `messages` are what the model is told beside the result, such as who decided. */
export type PermissionAnswer = { readonly messages?: readonly Message[] } & (
  | {
      readonly behavior: 'allow'
      readonly updatedInput?: JsonObject
      /** What else is allowed from now on. */
      readonly updates?: readonly PermissionUpdate[]
    }
  | {
      readonly behavior: 'deny'
      readonly message?: string
      /** Who said it, where `message` is whole already and the model reads it as it stands. */
      readonly reason?: string
      readonly by?: DenialSource
      readonly interrupt?: boolean
    }
)

/** What the classifier of the automatic mode says of a call; `unsure` where it gives no answer that can be used. */
export type Verdict = {
  readonly behavior: 'allow' | 'deny' | 'unsure'
  /** One line, for the model, people and logs. */
  readonly reason: string
}

/** Judges a call that rules and modes leave open. It never throws. */
export type Classifier = (question: PermissionQuestion) => Promise<Verdict>
