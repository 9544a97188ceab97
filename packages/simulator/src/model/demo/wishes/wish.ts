import type { Clause } from '../clauses/clause.ts'
import type { Texts } from '../language/language.ts'
import type { Task } from '../tasks/task.ts'

/** A kind of wish: how people say it in both languages, and the task that it comes down to. */
export interface Wish {
  readonly name: string
  /** How far it reaches; to the next clause unless told. */
  readonly reach?: 'sentence' | 'everything'
  /** For the help; none for wishes that need not be advertised. */
  readonly example?: Texts
  /** The task, where the clause is of this kind. */
  understand(clause: Clause): Task | null
}
