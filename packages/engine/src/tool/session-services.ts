import type { JsonObject } from '@antiphon/contract'
import type { Message, PermissionMode } from '@antiphon/core'
import type { Checkpoints } from '../checkpoints/checkpoints.ts'
import type { ReadFilter } from '../permissions/create-read-filter.ts'
import type { Confine, Sandbox } from '../sandbox/sandbox.ts'
import type { Schedule } from '../schedule/schedule.ts'
import type { ForegroundSeats } from '../shell/foreground-seats.ts'
import type { TailOfOutput } from '../shell/output-tail.ts'
import type { ShellProcess } from '../shell/start-shell.ts'
import type { ToolOutcome, ToolProgress } from './agent-tool.ts'
import type { Box } from './box.ts'
import type { Editor } from './editor.ts'

/** What a session does for its tools. A tool that needs one which is missing says so. */
export type SessionServices = {
  readonly todos: Box<readonly Todo[]>
  readonly mode: Box<PermissionMode>
  readonly shells: BackgroundShells | null
  /** Keeps commands in; null where nothing does. */
  readonly sandbox: Sandbox | null
  /** Runs a subagent with a conversation of its own. */
  readonly agents: AgentRunner | null
  /** Asks the person; null where nobody can be asked. */
  readonly questions: QuestionAsker | null
  readonly skills: SkillLibrary | null
  /** Tools that the model has not been told about yet. */
  readonly deferredTools: DeferredTools | null
  /** Messages that the model may drop from its context. */
  readonly snips: SnipService | null
  /** Where the plan of plan mode is kept. */
  readonly planFile: string | null
  /** Prompts at their times; null where nobody could say them. */
  readonly schedule: Schedule | null
  /** Keeps what files were before a tool changes them; null where nobody asked for it. */
  readonly checkpoints: Checkpoints | null
  /** The editor that the person works in; null where nothing stands between the tools and the disk. */
  readonly editor: Editor | null
}

export type Todo = {
  readonly content: string
  readonly status: 'pending' | 'in_progress' | 'completed'
  readonly activeForm: string
}

/** Commands that go on while the agent does something else. */
export interface BackgroundShells {
  start(options: {
    readonly command: string
    readonly cwd: string
    readonly description?: string
    readonly confine?: Confine | undefined
  }): string
  /** What was printed since the last time, and whether it still runs; null for an id that nobody gave out. */
  read(id: string): ShellOutput | null
  /** The end of what it printed, whoever has read it already; null for an id that nobody gave out. */
  tail(id: string): TailOfOutput | null
  kill(id: string): boolean
  list(): readonly BackgroundShell[]
  /** The calls that wait for a command, which may go on here instead. */
  readonly foreground: ForegroundSeats
  /** Goes on with a command that a call waited for; gives its id. */
  take(process: ShellProcess, about: Pick<BackgroundShell, 'command' | 'description'>): string
  /** Looks after a process group that a command left running: it ends with the session. */
  adopt(processGroup: number): void
  close(): Promise<void>
}

export type BackgroundShell = {
  readonly id: string
  readonly command: string
  readonly description?: string
  readonly isRunning: boolean
}

export type ShellOutput = {
  readonly stdout: string
  readonly stderr: string
  readonly status: 'running' | 'completed' | 'failed' | 'killed'
  readonly exitCode: number | null
}

export interface AgentRunner {
  /** The kinds of agents that there are, for the tool's description. */
  readonly types: readonly { readonly name: string; readonly description: string }[]
  run(task: AgentTask): AsyncGenerator<ToolProgress, ToolOutcome, undefined>
}

export type AgentTask = {
  readonly toolUseId: string
  readonly type: string
  readonly description: string
  readonly prompt: string
  readonly model?: string
  /** Whether the call is answered at once and the agent goes on; as the session does by default unless told. */
  readonly isBackground?: boolean
  readonly signal: AbortSignal
}

type QuestionAsker = (
  questions: readonly Question[],
  signal: AbortSignal,
  toolUseId: string,
) => Promise<AnsweredQuestions | null>

type AnsweredQuestions = {
  /** By the text of each question. */
  readonly answers: JsonObject
  /** What the model is told beside them, such as who answered. */
  readonly messages?: readonly Message[]
}

export type Question = {
  readonly question: string
  readonly header: string
  readonly options: readonly { readonly label: string; readonly description: string }[]
  readonly multiSelect: boolean
}

/** Instructions for one kind of work, written beforehand. */
export interface SkillLibrary {
  /** Those that the model may call, and rules let it read. */
  list(mayRead?: ReadFilter): readonly SkillListing[]
  /** Those that a person may call by name. */
  listForPerson(): readonly PersonSkill[]
  /** The instructions of a skill, or why they cannot be had; null where there is no such skill. */
  load(name: string, mayRead: ReadFilter): Promise<LoadedSkill | null>
  /** Reads the folders anew. */
  refresh(): Promise<void>
  /** Takes up the skills of the folders on the way to a file; gives those folders that brought some. */
  enter(file: string, mayRead: ReadFilter): Promise<readonly EnteredFolder[]>
}

export type SkillListing = { readonly name: string; readonly description: string }

export type PersonSkill = SkillListing & {
  readonly argumentHint: string
  /** Rules that hold while a turn runs that a person began with it. */
  readonly allowedTools: readonly string[]
}

/** A folder below the working directory that has skills of its own. */
export type EnteredFolder = { readonly path: string; readonly skills: readonly SkillListing[] }

export type LoadedSkill =
  | {
      readonly instructions: string
      /** The kind of agent that does the work apart from the conversation; null for one that is done in it. */
      readonly agent: string | null
    }
  | { readonly problem: string }

export interface DeferredTools {
  list(): readonly { readonly name: string; readonly description: string }[]
}

export interface SnipService {
  /** Drops the messages with these labels from what the model reads; gives the labels that nobody bears. */
  snip(labels: readonly string[]): { readonly unknown: readonly string[] }
}
