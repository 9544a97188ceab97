import type { Language, Texts } from '../language/language.ts'
import type { CallResult } from '../situation/call-result.ts'
import type { Call } from '../tools/call.ts'
import type { Toolbox } from '../tools/toolbox.ts'

/** Something to do: what a clause of a wish came down to. */
export type Task = {
  /** What it is, in a few words: “search for TODO”. */
  readonly title: Texts
  /** It only looks, so that it may be done beside others. */
  readonly isReading: boolean
  /** It works on what the task before it found, and is left out where that failed. */
  readonly needsPrevious?: boolean
  carryOut(desk: Desk): Work
}

/**
 * Work as a sequence of calls: it yields the calls of one answer, is handed their results in the same order, and
 * returns what came of it. Replayed over the results in a request, it is where the conversation is: nothing is kept
 * between two requests.
 */
export type Work = Generator<readonly Call[], Outcome, readonly CallResult[]>

/** What work is done with. */
export type Desk = {
  readonly language: Language
  readonly toolbox: Toolbox
  /** What the task before this one came to. */
  readonly previous: Outcome | null
  /** The tasks in a text. */
  readonly readTasks: (text: string) => readonly Task[]
  /** What the person asked to remember earlier in this conversation. */
  readonly remembered: readonly string[]
}

/** What came of a task. */
export type Outcome = {
  readonly isDone: boolean
  /** For the person, in their language. */
  readonly text: string
  /** The material for the next task: what was found or printed. */
  readonly output?: string
  /** The file that was written or read last. */
  readonly file?: string
  /** Somebody did not want it: nothing more is tried. */
  readonly isRejected?: boolean
}
