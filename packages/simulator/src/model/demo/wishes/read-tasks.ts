import type { ContextReference } from '@antiphon/core'
import type { Clause } from '../clauses/clause.ts'
import { maskQuotes } from '../clauses/mask-quotes.ts'
import { type Reach, splitClauses } from '../clauses/split-clauses.ts'
import type { OrderedTask } from '../tasks/to-stages.ts'
import { ALL_WISHES } from './all-wishes.ts'
import type { Wish } from './wish.ts'

/** What a prompt came down to: its tasks in order, and the clauses that nobody understood. */
export type ReadTasks = { readonly tasks: readonly OrderedTask[]; readonly unknown: readonly string[] }

export type ReadTasksOptions = {
  readonly text: string
  readonly references: readonly ContextReference[]
  readonly toolNames: readonly string[]
}

/** Reads the tasks in a prompt. */
export function readTasks({ text, references, toolNames }: ReadTasksOptions): ReadTasks {
  const masked = maskQuotes(text)
  const toClause = (part: string): Clause => ({ text: part, unmask: masked.unmask, references, toolNames })
  const clauses = splitClauses(masked.text.slice(0, MOST_GRAMMAR), part => reachOf(toClause(part)))
  const tasks: OrderedTask[] = []
  const unknown: string[] = []
  for (const { text: part, isNext } of clauses) {
    const task = understand(toClause(part))
    if (task) tasks.push({ task, isNext })
    else unknown.push(masked.unmask(part))
  }
  return { tasks, unknown }
}

/** What is quoted may be long; the words around it are not, and every pattern is tried at every joint. */
const MOST_GRAMMAR = 3000

function reachOf(clause: Clause): Reach {
  const wish = findWish(clause)
  return wish === undefined ? 'none' : (wish.reach ?? 'clause')
}

function understand(clause: Clause): ReturnType<Wish['understand']> {
  return findWish(clause)?.understand(clause) ?? null
}

function findWish(clause: Clause): Wish | undefined {
  return clause.text === '' ? undefined : ALL_WISHES.find(wish => wish.understand(clause) !== null)
}
